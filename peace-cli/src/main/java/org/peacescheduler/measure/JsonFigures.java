package org.peacescheduler.measure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** How figures are written as JSON: with four digits; null if a figure does not exist. */
public final class JsonFigures {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final double DIGITS = 1e4;

  private JsonFigures() {}

  /** Rounds to the digits that are written. */
  public static double round(double value) {
    return Math.round(value * DIGITS) / DIGITS;
  }

  /** Sets a member of an object. */
  public static void put(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, round(value));
    } else {
      node.putNull(name);
    }
  }

  /** A document for a person. */
  public static String pretty(ObjectNode node) {
    try {
      return MAPPER.writer(SerializationFeature.INDENT_OUTPUT).writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A tree of plain values could not be written as JSON.", e);
    }
  }
}
