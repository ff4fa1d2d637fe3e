// What is wrong with this page on a screen of a given width, as sentences.
const width = arguments[0];
const most = 10;
const findings = [];
const root = document.documentElement;

function where(element) {
  const text = element.textContent.trim().replace(/\s+/g, ' ').slice(0, 40);
  return '<' + element.tagName.toLowerCase() + (element.id ? ' id=' + element.id : '') + '> "' + text + '"';
}

if (root.scrollWidth > width) findings.push('the page is ' + root.scrollWidth + ' wide, the screen ' + width);
if (innerWidth > width) findings.push('the browser made the page smaller, to ' + innerWidth);

for (const chart of document.querySelectorAll('svg, canvas, .chart')) {
  const box = chart.getBoundingClientRect();
  if (box.width > 0 && (box.left < -0.5 || box.right > width + 0.5)) {
    findings.push('a chart goes from ' + box.left + ' to ' + box.right + ': ' + where(chart));
  }
}

// Nothing that a name could have brought runs.
for (const element of document.querySelectorAll('*')) {
  for (const attribute of element.attributes) {
    if (/^on/i.test(attribute.name) || /^\s*javascript:/i.test(attribute.value)) {
      findings.push('an attribute runs something: ' + attribute.name + ' of ' + where(element));
    }
  }
}

function parts(colour) {
  const numbers = colour.match(/[\d.]+(e-?\d+)?/g).map(Number);
  const scale = colour.startsWith('color(') ? 255 : 1;
  const rgb = colour.startsWith('color(') ? numbers.slice(-3 - (colour.includes('/') ? 1 : 0)) : numbers;
  return {r: rgb[0] * scale, g: rgb[1] * scale, b: rgb[2] * scale, a: rgb.length > 3 ? rgb[3] : 1};
}

const over = (top, below) => ({
  r: top.r * top.a + below.r * (1 - top.a), g: top.g * top.a + below.g * (1 - top.a), b: top.b * top.a + below.b * (1 - top.a), a: 1
});

// The canvas of a page without a background is white, or as dark as the browser makes it.
const canvas = matchMedia('(prefers-color-scheme: dark)').matches && getComputedStyle(root).colorScheme.includes('dark')
  ? {r: 18, g: 18, b: 18, a: 1} : {r: 255, g: 255, b: 255, a: 1};

function background(element) {
  const layers = [];
  for (let e = element; e; e = e.parentElement) layers.push(parts(getComputedStyle(e).backgroundColor));
  return layers.reverse().reduce((below, top) => over(top, below), canvas);
}

function luminance(c) {
  const [r, g, b] = [c.r, c.g, c.b].map(x => x / 255).map(x => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a, b) {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const seen = new Map();
for (const element of document.querySelectorAll('body *')) {
  const hasText = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  if (!hasText || box.width === 0 || style.visibility === 'hidden' || ['SCRIPT', 'STYLE', 'TITLE', 'OPTION'].includes(element.tagName.toUpperCase())) continue;
  const isDrawn = element instanceof SVGElement;
  const ground = background(element);
  const ink = over(parts(isDrawn ? style.fill : style.color), ground);
  const ratio = contrast(ink, ground);
  if (ratio < 4.5) {
    const key = (isDrawn ? style.fill : style.color) + JSON.stringify(ground);
    if (!seen.has(key)) seen.set(key, 'contrast ' + ratio.toFixed(2) + ' of ' + where(element));
  }
}
findings.push(...seen.values());
return findings.length > most ? [...findings.slice(0, most), findings.length - most + ' more'] : findings;
