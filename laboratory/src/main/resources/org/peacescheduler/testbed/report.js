'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const at = id => document.getElementById(id);
const show = (x, digits = 2) => x === null || x === undefined ? '–' : x.toFixed(digits);
const measured = data.rawRounds.filter(r => !r.warmUp);
const cells = data.cells;
const names = cells[0].configurations.map(c => c.name);
const last = cells[cells.length - 1];
// In figure 10 a chunk stands for 64 MB.
const short = c => data.figure10 && !c.name.includes('files')
  ? c.writers + ' × ' + 64 * c.bytes / c.writers / data.chunkBytes + ' MB' : c.name.replace(' x ', ' × ');

at('headline').textContent = cells.length === 1 ? short(last) : cells.length + ' cells, ' + names.length + ' configurations';
at('lead').textContent = data.topology + ', ' + data.chunkBytes / 1024 + ' KiB a chunk, ' + data.replication + ' replicas, '
  + data.rounds + (data.rounds === 1 ? ' round after ' : ' rounds after ') + data.warmUp + ' to warm up.';
const warnings = [];
if (data.brokenOff) warnings.push('The run broke off after ' + data.rawRounds.length + (data.rawRounds.length === 1 ? ' burst: ' : ' bursts: ') + data.brokenOff);
if (measured.some(r => r.tooBusy)) warnings.push('Rounds with * : the cores were more than 80 % busy, so the links may not have been the limit.');
at('warning').hidden = warnings.length === 0;
at('warning').textContent = warnings.join(' ');

function table(id, head, rows) {
  for (const [index, row] of [head, ...rows].entries()) {
    const tr = at(id).insertRow();
    if (row.first) tr.className = 'first';
    for (const cell of row.cells || row) {
      const td = document.createElement(index === 0 ? 'th' : 'td');
      td.textContent = cell;
      tr.appendChild(td);
    }
  }
}
const columns = ['response', 'worst', 'io', 'comp', 'jain', 'failed', 'deferred', 'fallbacks', 'busy', 'trunkUse', 'hostUse'];
const figures = (f, busy) => columns.map(c => show(f[c], ['failed', 'deferred', 'fallbacks'].includes(c) ? 0 : 2)
  + (c === 'busy' && busy ? ' *' : ''));
const ratios = ['response', 'worst', 'io', 'comp'];
table('medians', ['cell', 'configuration', ...columns.slice(0, 4), 'comp / bound', ...ratios.map(c => c + ' / stock'), ...columns.slice(4)],
  cells.flatMap(cell => cell.configurations.map((c, i) => {
    const all = figures(c.medians, c.tooBusy);
    return {first: i === 0, cells: [i === 0 ? short(cell) : '', c.name, ...all.slice(0, 4), show(c.compOverBound),
      ...ratios.map(r => show(c.ratios[r])), ...all.slice(4)]};
  })));
table('rounds', ['cell', 'configuration', 'round', ...columns], data.rawRounds.map(r =>
  [short(cells.find(c => c.name === r.cell)), r.configuration, (r.warmUp ? 'warm-up ' : '') + r.round, ...figures(r.figures, r.tooBusy)]));

if (data.figure10) {
  const largest = cells.find(c => c.name === '16 writers x 8 chunks');
  at('paper').hidden = false;
  table('beside', ['', 'configuration', 'IO', 'COMP', 'IO / stock', 'COMP / stock'], [
    ['paper', 'HDFS', '45', '55', '', ''],
    ['paper', 'Peace', 'under 20', '75', 'under 0.44', '1.36'],
    ...largest.configurations.map(c => ['here', c.name, show(c.medians.io, 1), show(c.medians.comp, 1), show(c.ratios.io), show(c.ratios.comp)])]);
}

const dark = matchMedia('(prefers-color-scheme: dark)').matches;
if (dark) document.documentElement.dataset.theme = 'dark';
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const palette = [css('--side0'), css('--side1'), '#3a9d5d', '#8e5bb5', '#b58a1b', '#7d8590', '#c43d74', '#2aa3a3'];
const colour = name => palette[names.indexOf(name) % palette.length];
const chart = id => {
  const c = echarts.init(at(id), dark ? 'dark' : null);
  let option;
  const draw = () => c.setOption({backgroundColor: 'transparent', animation: false, tooltip: {trigger: 'axis', confine: true}, ...option(at(id).clientWidth)}, true);
  addEventListener('resize', () => { c.resize(); draw(); });
  // What is drawn depends on the width, which changes when a phone is turned.
  return next => { option = next; draw(); };
};

chart('cells')(width => ({
  legend: {top: 0, type: 'scroll'},
  grid: {left: 20, right: 20, top: 60, bottom: 10, containLabel: true},
  xAxis: {type: 'category', data: cells.map(short), axisLabel: {interval: 0, width: Math.max(40, (width - 80) / cells.length - 4), overflow: 'break', lineHeight: 14, formatter: name => name.replaceAll('+', '\n+'), rotate: cells.length > 4 ? 30 : 0}},
  yAxis: {type: 'value', name: 'seconds'},
  series: [
    ...[['IO', 'io', 1], ['COMP', 'comp', 0.45]].flatMap(([title, figure, opacity]) => names.map((name, i) => ({
      name: title + ' ' + name, type: 'bar', itemStyle: {color: colour(name), opacity},
      data: cells.map(c => c.configurations[i].medians[figure])}))),
    {name: 'cut bound', type: 'scatter', symbol: 'rect', symbolSize: [Math.min(90, 0.6 * width / cells.length), 2],
      itemStyle: {color: css('--ink')}, data: cells.map(c => c.cutBound.comp)}
  ]
}));

const done = chart('done');
const links = chart('links');
function showCell(name) {
  const rounds = measured.filter(r => r.cell === name);
  done(() => ({
    legend: {data: names, top: 0, type: 'scroll'},
    grid: {left: 50, right: 20, top: 50, bottom: 45},
    xAxis: {type: 'value', name: 'seconds', nameLocation: 'middle', nameGap: 28},
    yAxis: {type: 'value', max: 100, axisLabel: {formatter: '{value} %'}},
    series: names.map(configuration => {
      const times = rounds.filter(r => r.configuration === configuration)
        .flatMap(r => r.writers).filter(w => w.failure === '').map(w => w.completed).sort((a, b) => a - b);
      return {name: configuration, type: 'line', step: 'end', showSymbol: false, color: colour(configuration),
        data: [[0, 0], ...times.map((t, i) => [t, 100 * (i + 1) / times.length])]};
    })
  }));
  const latest = new Map(rounds.map(r => [r.configuration, r]));
  links(() => ({
    legend: {data: names, top: 0, type: 'scroll'},
    grid: {left: 50, right: 20, top: 50, bottom: 90},
    xAxis: {type: 'category', data: data.links.map(l => l.name), axisLabel: {rotate: 60}},
    yAxis: {type: 'value', max: 100, axisLabel: {formatter: '{value} %'}},
    series: names.map(configuration => ({name: configuration, type: 'bar', color: colour(configuration), data: data.links.map(l => {
      const r = latest.get(configuration);
      return r ? +(800 * r.links[l.name].bytes / l.bitsPerSecond / r.figures.comp).toFixed(1) : null;
    })}))
  }));
}
for (const cell of cells) at('cell').add(new Option(short(cell), cell.name));
at('cell').value = last.name;
at('cell').addEventListener('change', () => showCell(at('cell').value));
showCell(last.name);
