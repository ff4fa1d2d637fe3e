'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const show = (x, digits = 2) => x === null || x === undefined ? '–' : x.toFixed(digits);
const measured = data.rawRounds.filter(r => !r.warmUp);
document.getElementById('headline').textContent =
  data.writers + ' writers × ' + data.chunksPerWriter + ' chunks, ' + data.replication + ' replicas';
document.getElementById('lead').textContent = data.topology + ', ' + data.rounds
  + ' rounds after ' + data.warmUp + ' to warm up. No schedule is done before ' + show(data.cutBound.comp, 1)
  + ' s: ' + data.cutBound.link + '.';

function table(id, head, rows) {
  const element = document.getElementById(id);
  for (const [index, row] of [head, ...rows].entries()) {
    const tr = element.insertRow();
    for (const cell of row) {
      const td = document.createElement(index === 0 ? 'th' : 'td');
      td.textContent = cell;
      tr.appendChild(td);
    }
  }
}
const columns = ['response', 'worst', 'io', 'comp', 'jain', 'failed', 'deferred', 'fallbacks', 'busy', 'trunkUse', 'hostUse'];
const figures = f => columns.map(c => show(f[c], ['failed', 'deferred', 'fallbacks'].includes(c) ? 0 : 2));
const ratio = r => ['response', 'worst', 'io', 'comp'].map(c => show(r[c]));
table('medians', ['configuration', '', ...columns, ...['response', 'worst', 'io', 'comp'].map(c => c + ' / stock')],
  data.configurations.map(c => [c.name, '', ...figures(c.medians), ...ratio(c.ratios)]));
table('rounds', ['configuration', 'round', ...columns],
  data.rawRounds.map(r => [r.configuration, (r.warmUp ? 'warm-up ' : '') + r.round, ...figures(r.figures)]));

const dark = matchMedia('(prefers-color-scheme: dark)').matches;
if (dark) document.documentElement.dataset.theme = 'dark';
const chart = (id, option) => {
  const c = echarts.init(document.getElementById(id), dark ? 'dark' : null);
  c.setOption({backgroundColor: 'transparent', animation: false, tooltip: {trigger: 'axis'}, ...option});
  addEventListener('resize', () => c.resize());
};
const names = data.configurations.map(c => c.name);
chart('done', {
  legend: {data: names, top: 0},
  grid: {left: 50, right: 20, top: 50, bottom: 45},
  xAxis: {type: 'value', name: 'seconds', nameLocation: 'middle', nameGap: 28},
  yAxis: {type: 'value', max: 100, axisLabel: {formatter: '{value} %'}},
  series: names.map(name => {
    const times = measured.filter(r => r.configuration === name)
      .flatMap(r => r.writers).filter(w => w.failure === '').map(w => w.completed).sort((a, b) => a - b);
    return {name, type: 'line', step: 'end', showSymbol: false,
      data: [[0, 0], ...times.map((t, i) => [t, 100 * (i + 1) / times.length])]};
  })
});
const rate = new Map(data.links.map(l => [l.name, l.bitsPerSecond]));
const last = new Map(measured.map(r => [r.configuration, r]));
chart('links', {
  legend: {data: names, top: 0},
  grid: {left: 50, right: 20, top: 50, bottom: 90},
  xAxis: {type: 'category', data: data.links.map(l => l.name), axisLabel: {rotate: 60}},
  yAxis: {type: 'value', max: 100, axisLabel: {formatter: '{value} %'}},
  series: names.map(name => ({name, type: 'bar', data: data.links.map(l => {
    const r = last.get(name);
    return r ? +(800 * r.links[l.name].bytes / l.bitsPerSecond / r.figures.comp).toFixed(1) : null;
  })}))
});
