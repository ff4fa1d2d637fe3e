'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const at = id => document.getElementById(id);
const show = (x, digits = 2) => x === null || x === undefined ? '–' : x.toFixed(digits);
const cells = data.configurations.filter(c => c.rounds > 0);
const names = cells.map(c => c.configuration);

at('headline').textContent = data.units + ' units that go on updating their state';
at('lead').textContent = data.chunks + ' chunks of ' + show(data.chunkBytes / 1048576, 1) + ' MiB each, pages of ' + show(data.pageBytes / 1024, 0)
  + ' KiB, ' + data.updates + ' updates a second; ' + data.measured + (data.measured === 1 ? ' round after ' : ' rounds after ') + data.warmUp + ' to warm up.';
at('warning').hidden = !data.brokenOff;
at('warning').textContent = data.brokenOff ? 'The run broke off: ' + data.brokenOff : '';

function table(id, rows) {
  for (const [index, row] of rows.entries()) {
    const tr = at(id).insertRow();
    for (const cell of row) {
      const td = document.createElement(index === 0 ? 'th' : 'td');
      td.textContent = cell;
      tr.appendChild(td);
    }
  }
}
table('figures', [['configuration', 'frozen s', 'age s', 'waited s', 'response s', 'COMP s', 'pages copied', 'update p50 µs', 'p99 µs', 'max µs', 'cores'],
  ...cells.map(c => [c.configuration, show(c.frozen), show(c.age), show(c.waited), show(c.response), show(c.comp), show(100 * c.copied, 0) + ' %',
    show(c.p50, 1), show(c.p99, 1), show(c.max, 0), show(100 * c.busy, 0) + ' %' + (c.tooBusy ? ' *' : '')])]);
const compared = ['frozen', 'age', 'response', 'comp', 'copied', 'p99'];
table('ratios', [['configuration', 'over', ...compared], ...cells.flatMap(c => Object.entries(c.over).map(([other, r]) => [c.configuration, other,
  ...compared.map(f => r[f] ? show(r[f][0]) + ' (' + show(r[f][1]) + ' to ' + show(r[f][2]) + ')' : '–')]))]);

const dark = matchMedia('(prefers-color-scheme: dark)').matches;
if (dark) document.documentElement.dataset.theme = 'dark';
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const palette = [css('--side0'), css('--side1'), '#3a9d5d', '#8e5bb5', '#b58a1b', '#7d8590'];
const colour = name => palette[names.indexOf(name) % palette.length];
function chart(id, option) {
  const c = echarts.init(at(id), dark ? 'dark' : null);
  // What is drawn depends on the width, which changes when a phone is turned.
  const draw = () => c.setOption({backgroundColor: 'transparent', animation: false, tooltip: {trigger: 'axis', confine: true}, ...option(at(id).clientWidth)}, true);
  addEventListener('resize', () => { c.resize(); draw(); });
  draw();
}
chart('frozen', () => ({
  legend: {data: names, top: 0, type: 'scroll'},
  grid: {left: 50, right: 20, top: 50, bottom: 45},
  xAxis: {type: 'value', name: 'seconds', nameLocation: 'middle', nameGap: 28},
  yAxis: {type: 'value', max: 100, axisLabel: {formatter: '{value} %'}},
  series: names.map(name => {
    const times = data.rounds.filter(r => !r.warmUp && r.configuration === name).flatMap(r => r.units).map(u => u.frozen).sort((a, b) => a - b);
    return {name, type: 'line', step: 'end', showSymbol: false, color: colour(name),
      data: [[0, 0], ...times.map((t, i) => [t, 100 * (i + 1) / times.length])]};
  })
}));
const bars = (id, unit, series, stack) => chart(id, width => ({
  legend: {top: 0},
  grid: {left: 20, right: 20, top: 50, bottom: 10, containLabel: true},
  xAxis: {type: 'category', data: names, axisLabel: {interval: 0, width: Math.min(200, Math.max(40, (width - 80) / names.length - 4)), overflow: 'break', lineHeight: 14, formatter: name => name.replaceAll('+', '\n+')}},
  yAxis: {type: 'value', name: unit},
  series: series.map(([name, figure, opacity]) => ({name, type: 'bar', stack, color: css('--muted'), itemStyle: {opacity},
    data: cells.map(c => ({value: c[figure], itemStyle: {color: colour(c.configuration)}}))}))
}));
bars('age', 'seconds', [['waiting', 'waited', 0.4], ['age', 'age', 1]], 'time');
bars('updates', 'microseconds', [['median', 'p50', 0.5], ['99 of 100', 'p99', 1]]);
