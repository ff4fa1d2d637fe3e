package org.peacescheduler.network.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.Networks;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ExportTest {

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  @Test
  void svg_figureFive_namesEverySwitchAndServerAndCapacity() throws Exception {
    String svg = SvgDrawing.of(Networks.figureFive());

    Document document = parsed(svg);
    assertEquals("svg", document.getDocumentElement().getTagName());
    assertEquals("img", document.getDocumentElement().getAttribute("role"));
    for (String name : List.of("tor1", "tor2", "svr1.1", "svr1.2", "svr2.1", "svr2.2")) {
      assertTrue(svg.contains(">" + name + "</text>"), name);
    }
    assertTrue(svg.contains("tor1 and tor2 are linked with 1."));
    assertTrue(svg.contains("Placement: same-rack, other-rack."));
    assertTrue(svg.contains("prefers-color-scheme: dark"));
    assertFalse(svg.contains("href"), "self-contained");
  }

  @Test
  void svg_namesWithMarkup_areEscaped() throws Exception {
    NetworkModel model =
        Networks.network().sw("<a&\"b\">").server("x<y", "<a&\"b\">", 1, 1).model();

    NodeList texts = parsed(SvgDrawing.of(model)).getElementsByTagName("text");
    assertTrue(
        IntStream.range(0, texts.getLength())
            .anyMatch(i -> texts.item(i).getTextContent().equals("<a&\"b\">")));
  }

  @Test
  void svg_longRack_isSummarizedByPatterns() {
    String svg = SvgDrawing.of(Networks.network().rack("tor1", 40, 2).model());

    assertTrue(svg.contains(">svr1.[1-40]</text>"));
    assertFalse(svg.contains(">svr1.7</text>"));
  }

  @Test
  void svg_moreThan48Racks_leavesTheMiddleOutAndCountsIt() {
    int[] sizes = new int[250];
    Arrays.fill(sizes, 40);
    String svg = SvgDrawing.of(Networks.star(sizes));

    assertTrue(svg.contains(">tor1</text>"));
    assertTrue(svg.contains(">tor250</text>"));
    assertFalse(svg.contains(">tor100</text>"));
    assertTrue(svg.contains(">203</text>"));
    assertTrue(svg.length() < 200_000, () -> svg.length() + " characters");
  }

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void svg_anyNetwork_isWellFormedAndInsideItsFrame(@ForAll long seed) throws Exception {
    Document document = parsed(SvgDrawing.of(Networks.random(new SplittableRandom(seed))));

    double width = Double.parseDouble(document.getDocumentElement().getAttribute("width"));
    double height = Double.parseDouble(document.getDocumentElement().getAttribute("height"));
    NodeList boxes = document.getElementsByTagName("rect");
    for (int i = 0; i < boxes.getLength(); i++) {
      Element box = (Element) boxes.item(i);
      double x = Double.parseDouble(box.getAttribute("x"));
      double y = Double.parseDouble(box.getAttribute("y"));
      assertTrue(x >= 0 && x + Double.parseDouble(box.getAttribute("width")) <= width);
      assertTrue(y >= 0 && y + Double.parseDouble(box.getAttribute("height")) <= height);
    }
  }

  @Test
  void dot_figureFive_isTheWholeGraph() {
    assertEquals(
        """
        graph "test.yaml" {
          graph [rankdir=TB, splines=line, fontname="Helvetica"];
          node [shape=box, style=rounded, fontname="Helvetica", fontsize=11];
          edge [fontname="Helvetica", fontsize=9];
          "switch:tor1" [label="tor1", shape=box, style="rounded,bold", group="layer0"];
          "switch:tor2" [label="tor2", shape=box, style="rounded,bold", group="layer0"];
          subgraph "cluster_0" {
            label="/tor1";
            "svr1.1" [label="svr1.1"];
            "svr1.2" [label="svr1.2"];
          }
          "switch:tor1" -- "svr1.1" [label="1", penwidth=0.8];
          "switch:tor1" -- "svr1.2" [label="1", penwidth=0.8];
          subgraph "cluster_1" {
            label="/tor2";
            "svr2.1" [label="svr2.1"];
            "svr2.2" [label="svr2.2"];
          }
          "switch:tor2" -- "svr2.1" [label="1", penwidth=0.8];
          "switch:tor2" -- "svr2.2" [label="1", penwidth=0.8];
          "switch:tor1" -- "switch:tor2" [label="1", penwidth=0.8];
        }
        """,
        DotExport.of(Networks.figureFive()));
  }

  @Test
  void dot_unequalDirectionsAndDisk_areOnTheirLines() {
    String dot =
        DotExport.of(Networks.network().sw("a").server("a\"1", "a", "/a", 2, 20, 6).model());

    assertTrue(dot.contains("\"a\\\"1\" [label=\"a\\\"1\\ndisk 6\"];"), dot);
    assertTrue(dot.contains("[label=\"up 2\\ndown 20\", penwidth=2.3]"), dot);
  }

  @Test
  void hostRanges_neighboursThatCountUp_becomeThePatternsOfTheFile() {
    assertEquals(
        List.of("svr1.[1-3]", "svr1.5", "n[08-11].x", "gateway", "n12.y"),
        HostRanges.of(
            List.of(
                "svr1.1", "svr1.2", "svr1.3", "svr1.5", "n08.x", "n09.x", "n10.x", "n11.x",
                "gateway", "n12.y")));
    assertEquals(List.of("a[9-10]"), HostRanges.of(List.of("a9", "a10")));
    assertEquals(List.of("a9", "a010"), HostRanges.of(List.of("a9", "a010")));
    assertEquals(List.of(), HostRanges.of(List.of()));
  }
}
