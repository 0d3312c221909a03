/** The page's own script: sorting and filtering of its tables. Without it the page still says everything. */
export const pageScript = `
'use strict';
for (const table of document.querySelectorAll('table.list')) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, index) => head.querySelector('button').addEventListener('click', () => {
    const isUp = head.getAttribute('aria-sort') !== 'ascending';
    heads.forEach((other) => other.removeAttribute('aria-sort'));
    head.setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
    const value = (row) => row.cells[index].dataset.sort ?? row.cells[index].textContent;
    const rows = [...body.rows].map((row) => [value(row), row]);
    const isNumber = rows.every(([text]) => text === '' || !Number.isNaN(Number(text)));
    rows.sort(([a], [b]) => (isNumber ? Number(a) - Number(b) : a.localeCompare(b)) * (isUp ? 1 : -1));
    body.append(...rows.map(([, row]) => row));
  }));
}
for (const input of document.querySelectorAll('input[type=search]')) {
  const table = document.getElementById(input.dataset.table);
  const shown = input.parentElement.querySelector('output');
  input.addEventListener('input', () => {
    const wanted = input.value.toLowerCase();
    let count = 0;
    for (const row of table.tBodies[0].rows) {
      row.hidden = !row.textContent.toLowerCase().includes(wanted);
      if (!row.hidden) count += 1;
    }
    shown.textContent = wanted === '' ? '' : count + ' shown';
  });
}
`;
