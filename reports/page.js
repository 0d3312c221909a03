const texts = JSON.parse(document.getElementById('words').textContent);
const element = (name, text, kind) => {
  const created = document.createElement(name);
  if (text !== undefined) created.textContent = text;
  if (kind) created.className = kind;
  return created;
};
const factText = (one) => {
  if (one === null || one === undefined) return '';
  if (Array.isArray(one))
    return one
      .map(factText)
      .filter((part) => part !== '')
      .join(', ');
  if (typeof one !== 'object') return String(one);
  const parts = Object.entries(one).map(([name, part]) => [name.replaceAll('_', ' '), factText(part)]);
  return parts
    .filter(([, part]) => part !== '')
    .map((part) => part.join(': '))
    .join('; ');
};
const factsOf = (text) => {
  try {
    const value = JSON.parse(text);
    const list = element('ul', undefined, 'facts-list');
    const entries = Array.isArray(value) ? value.map((one) => [null, one]) : Object.entries(value);
    for (const [name, one] of entries) {
      const shown = factText(one);
      if (shown !== '') list.append(element('li', name === null ? shown : `${name.replaceAll('_', ' ')}: ${shown}`));
    }
    return list;
  } catch {
    return element('span', text);
  }
};
const sidesOf = (details, values) => {
  const names = [];
  const sides = { left: {}, right: {} };
  details.kinds.forEach((kind, at) => {
    if (kind !== 'left' && kind !== 'right') return;
    const pair = details.pairs[at];
    if (!names.includes(pair)) names.push(pair);
    sides[kind][pair] = { title: details.titles[at], text: values[at] };
  });
  const filled = names.filter((name) => name !== 'label' && (sides.left[name]?.text || sides.right[name]?.text));
  if (filled.length === 0) return null;
  const table = element('table', undefined, 'sides');
  const head = table.createTHead().insertRow();
  head.append(element('td'));
  for (const side of ['left', 'right']) {
    const cell = element('th', sides[side].label?.text || '');
    cell.scope = 'col';
    head.append(cell);
  }
  const body = table.createTBody();
  for (const name of filled) {
    const row = body.insertRow();
    const title = element('th', texts.pairs[name] ?? name);
    title.scope = 'row';
    row.append(title);
    for (const side of ['left', 'right']) {
      row.append(element('td', sides[side][name]?.text || '–', ['amount', 'line_no'].includes(name) ? 'num' : ''));
    }
  }
  return table;
};
const detailsOf = (details, values) => {
  const all = element('div', undefined, 'row-details');
  const sides = sidesOf(details, values);
  if (sides) all.append(sides);
  const list = element('dl');
  details.kinds.forEach((kind, at) => {
    if (kind === 'left' || kind === 'right' || !values[at]) return;
    list.append(element('dt', details.titles[at]));
    const detail = element('dd', kind === 'facts' ? undefined : values[at], kind === 'code' ? 'code' : '');
    if (kind === 'facts') detail.append(factsOf(values[at]));
    list.append(detail);
  });
  all.append(list);
  const id = details.pairs.indexOf('break_id');
  if (id >= 0 && values[id]) {
    const hint = element('p', `${texts.history}: `, 'about');
    hint.append(element('code', `tieout breaks ${values[id]}`));
    all.append(hint);
  }
  return all;
};
const close = (row) => {
  if (row.nextElementSibling?.classList.contains('opened')) row.nextElementSibling.remove();
  row.querySelector('button')?.setAttribute('aria-expanded', 'false');
};
for (const table of document.querySelectorAll('table.list[id]')) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const data = document.getElementById(`details-${table.id.slice('table-'.length)}`);
  const details = data ? JSON.parse(data.textContent) : null;
  const rows = [...body.rows];
  rows.forEach((row, at) => {
    row.at = at;
    if (!details) return;
    const button = element('button', undefined, 'open');
    button.type = 'button';
    button.setAttribute('aria-expanded', 'false');
    button.setAttribute('aria-label', texts.details);
    row.cells[0].prepend(button);
  });
  if (details) table.classList.add('opens');
  const toggle = (row) => {
    if (row.nextElementSibling?.classList.contains('opened')) return close(row);
    const opened = element('tr', undefined, 'opened');
    const cell = opened.insertCell();
    cell.colSpan = heads.length;
    cell.append(detailsOf(details, details.rows[row.at]));
    row.after(opened);
    row.querySelector('button').setAttribute('aria-expanded', 'true');
  };
  body.addEventListener('click', (event) => {
    const row = event.target.closest('tr');
    if (!details || !row || row.classList.contains('opened') || row.at === undefined) return;
    if (!event.target.closest('button') && getSelection().toString() !== '') return;
    toggle(row);
  });
  const value = (row, index) => row.cells[index].dataset.sort ?? row.cells[index].textContent;
  heads.forEach((head, index) => {
    head.querySelector('button').addEventListener('click', () => {
      const isUp = head.getAttribute('aria-sort') !== 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
      for (const row of rows) close(row);
      const isNumber = rows.every((row) => value(row, index) === '' || !Number.isNaN(Number(value(row, index))));
      rows.sort((a, b) => {
        const [one, other] = [value(a, index), value(b, index)];
        return (isNumber ? Number(one) - Number(other) : one.localeCompare(other)) * (isUp ? 1 : -1) || a.at - b.at;
      });
      body.append(...rows);
    });
  });
  const input = document.querySelector(`input[data-table="${table.id}"]`);
  const shown = input?.parentElement.querySelector('output');
  // read on the first search, so that a long page opens without delay
  const textOf = (row) => `${row.textContent} ${details ? details.rows[row.at].join(' ') : ''}`.toLowerCase();
  const filter = () => {
    const wanted = input.value.trim().toLowerCase();
    let count = 0;
    for (const row of rows) {
      close(row);
      row.search ??= textOf(row);
      row.hidden = !wanted.split(' | ').some((one) => row.search.includes(one.trim()));
      if (!row.hidden) count += 1;
    }
    shown.textContent = wanted === '' ? '' : `${count} ${texts.shown}`;
  };
  input?.addEventListener('input', filter);
  for (const link of document.querySelectorAll(`a.rows[data-table="${table.id}"]`)) {
    link.addEventListener('click', () => {
      input.value = link.dataset.filter;
      filter();
    });
  }
}
const expand = () => {
  const heading = location.hash === '' ? null : document.getElementById(location.hash.slice(1));
  const collapsed = heading?.parentElement.querySelector('details.evidence');
  if (collapsed) collapsed.open = true;
};
addEventListener('hashchange', expand);
expand();
