(function () {
  'use strict';
  const data = JSON.parse(document.getElementById('data').textContent);
  const at = id => document.getElementById(id);
  const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const sides = [['stock', 'Stock', '--side0'], ['jitter', 'Jitter', '--muted'], ['peace', 'Peace', '--side1']];
  const durations = [['p50', 'solid'], ['p95', 'dashed'], ['worst', 'dotted']];
  const charts = [];

  function option(scenario) {
    const series = [];
    sides.forEach(([side, name, colour]) => durations.forEach(([duration, type]) => series.push({
      name: name + ' ' + duration, type: 'line', symbolSize: 6, color: css(colour), lineStyle: {type: type, width: 2},
      data: scenario.loads.map(l => [l.load, l[side][duration]])
    })));
    const axis = {axisLabel: {color: css('--muted')}, nameTextStyle: {color: css('--muted')}, splitLine: {lineStyle: {color: css('--grid')}}};
    return {
      animation: false, aria: {enabled: true},
      textStyle: {fontFamily: 'system-ui, sans-serif', color: css('--ink')},
      grid: {left: 60, right: 24, top: 84, bottom: 46},
      legend: {top: 0, width: '92%', itemWidth: 22, itemGap: 8, textStyle: {color: css('--muted'), fontSize: 12}},
      tooltip: {trigger: 'axis', confine: true, valueFormatter: x => x.toFixed(2) + ' s'},
      xAxis: Object.assign({type: 'value', min: 0, name: 'offered load', nameLocation: 'middle', nameGap: 28}, axis),
      yAxis: Object.assign({type: 'value', min: 0, name: 'seconds', nameLocation: 'middle', nameGap: 38}, axis),
      series: series
    };
  }

  function draw() {
    data.scenarios.forEach((scenario, i) => {
      charts[i].resize();
      charts[i].setOption(option(scenario), true);
    });
  }

  function theme(dark) {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    at('theme').textContent = dark ? 'Light' : 'Dark';
  }

  at('lead').textContent = 'Seconds from the first request to the last end of a checkpoint, by the part of the bottleneck that checkpoints use. Medians of '
    + data.rounds + ' rounds in a model of the network. Jitter: each checkpoint up to ' + Math.round(100 * data.jitter) + ' % of its period earlier or later.';
  data.scenarios.forEach(scenario => {
    const section = document.createElement('section');
    const title = document.createElement('h2');
    const chart = document.createElement('div');
    title.textContent = scenario.scenario;
    chart.className = 'chart';
    chart.setAttribute('role', 'img');
    section.append(title, chart);
    at('charts').append(section);
    charts.push(echarts.init(chart, null, {renderer: 'svg'}));
  });
  theme(matchMedia('(prefers-color-scheme: dark)').matches);
  at('theme').addEventListener('click', () => { theme(document.documentElement.dataset.theme !== 'dark'); draw(); });
  let pending;
  addEventListener('resize', () => { clearTimeout(pending); pending = setTimeout(draw, 120); });
  draw();
})();
