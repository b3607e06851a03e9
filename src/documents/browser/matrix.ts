import type { MatrixRow, Rows } from '../access/rows.ts';
import type { Cells } from './cells.ts';
import { element } from './dom.ts';

/** What a person opened: a cell, or the head of a row or column where the other part is absent. */
export interface Opened {
  readonly row: MatrixRow | undefined;
  readonly place: number | undefined;
}

export interface MatrixOptions {
  readonly cells: Cells;
  readonly isGrouped: boolean;
  /** `isKeyboard` tells whether the focus should follow. */
  readonly onOpen: (opened: Opened, isKeyboard: boolean) => void;
  readonly onToggle: (team: number) => void;
}

const rowHeight = 40;
const columnWidth = 100;
const headHeight = 84;

/** A window of rows or columns: from `start` to before `end`. */
interface Window {
  readonly start: number;
  readonly end: number;
}

const nothing: Window = { start: 0, end: 0 };

/** The matrix of rows and places. It draws only what is looked at, and the heads stay in sight. */
export class Matrix {
  readonly element: HTMLElement;
  private readonly canvas = element('div', { class: 'canvas', role: 'presentation' });
  private readonly head = element('div', { class: 'heads', role: 'row', 'aria-rowindex': 1 });
  private rows: Rows = { count: 0, at: () => ({ kind: 'person', person: 0, group: undefined }) };
  private places: readonly number[] = [];
  private level = 0;
  private window = { rows: nothing, columns: nothing };
  private active: Position = { row: 0, column: 0 };
  private isPlanned = false;
  /** Kept, because reading a width makes the browser compute the layout. */
  private headWidth = 0;

  constructor(private readonly options: MatrixOptions) {
    this.element = element('div', {
      id: 'matrix',
      role: options.isGrouped ? 'treegrid' : 'grid',
      tabindex: 0,
      'aria-label': 'Levels of access: rows are people, columns are spaces',
      'aria-readonly': 'true',
    });
    this.canvas.append(this.head);
    this.element.append(this.canvas);
    this.element.addEventListener('scroll', () => this.plan(), { passive: true });
    this.element.addEventListener('click', (event) => this.clicked(event));
    this.element.addEventListener('keydown', (event) => this.pressed(event));
    this.element.addEventListener('focus', () => this.plan());
    new ResizeObserver(() => this.redraw()).observe(this.element);
  }

  /** Shows other rows and places. Cells below `level` are pale. */
  show(rows: Rows, places: readonly number[], level: number): void {
    Object.assign(this, { rows, places, level });
    this.active = {
      row: Math.min(this.active.row, rows.count - 1),
      column: Math.min(this.active.column, places.length - 1),
    };
    this.redraw();
  }

  private redraw(): void {
    this.headWidth = this.element.clientWidth < 640 ? 150 : 280;
    const width = this.headWidth + this.places.length * columnWidth;
    this.element.setAttribute('aria-rowcount', String(this.rows.count + 1));
    this.element.setAttribute('aria-colcount', String(this.places.length + 1));
    this.element.style.setProperty('--head', `${this.headWidth}px`);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${headHeight + this.rows.count * rowHeight}px`;
    for (const old of [...this.canvas.children].slice(1)) old.remove();
    this.head.replaceChildren(this.corner());
    this.window = { rows: nothing, columns: nothing };
    this.draw();
  }

  private plan(): void {
    if (this.isPlanned) return;
    this.isPlanned = true;
    requestAnimationFrame(() => {
      this.isPlanned = false;
      this.draw();
    });
  }

  private draw(): void {
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = this.element;
    const old = this.window;
    const columns = windowOf(scrollLeft, clientWidth - this.headWidth, columnWidth, this.places.length, 2);
    const rows = windowOf(scrollTop, clientHeight - headHeight, rowHeight, this.rows.count, 4);
    this.window = { rows, columns };
    slide(this.head, old.columns, columns, (column) => this.columnHead(column));
    const drawn = [...this.canvas.children] as HTMLElement[];
    drawn.slice(1).forEach((made, at) => {
      const index = old.rows.start + at;
      if (index < rows.start || index >= rows.end) return;
      const row = this.rows.at(index);
      slide(made, old.columns, columns, (column) => this.drawCell(row, index, column));
    });
    slide(this.canvas, old.rows, rows, (index) => this.drawRow(index));
    this.markActive();
  }

  private corner(): HTMLElement {
    const text = this.options.isGrouped ? 'Team or person' : 'Person';
    return this.at(element('div', { class: 'corner', role: 'columnheader' }, text), -1, -1);
  }

  private columnHead(column: number): HTMLElement {
    const { content, label } = this.options.cells.columnHead(this.places[column] as number);
    const cell = element('div', { class: 'column', role: 'columnheader', 'aria-label': label }, ...content);
    return this.at(cell, -1, column);
  }

  private drawRow(index: number): HTMLElement {
    const row = this.rows.at(index);
    const { cells, isGrouped } = this.options;
    const made = element('div', {
      class: `row ${row.kind}${isGrouped && row.kind === 'person' ? ' inner' : ''}`,
      role: 'row',
      'aria-rowindex': index + 2,
      'aria-level': isGrouped ? (row.kind === 'group' ? 1 : 2) : undefined,
      'aria-expanded': row.kind === 'group' ? String(row.isOpen) : undefined,
    });
    made.style.top = `${headHeight + index * rowHeight}px`;
    const { content, label } = cells.rowHead(row);
    const head = element('div', { class: 'head', role: 'rowheader', 'aria-label': label }, ...content);
    made.append(this.at(head, index, -1));
    slide(made, nothing, this.window.columns, (column) => this.drawCell(row, index, column));
    return made;
  }

  private drawCell(row: MatrixRow, index: number, column: number): HTMLElement {
    const { content, label, level } = this.options.cells.cell(row, this.places[column] as number);
    const isPale = this.level > 0 && level < this.level;
    return this.at(
      element(
        'div',
        { class: isPale ? 'cell pale' : 'cell', role: 'gridcell', 'aria-label': label },
        ...content,
      ),
      index,
      column,
    );
  }

  /** Puts a cell to its place. */
  private at(cell: HTMLElement, row: number, column: number): HTMLElement {
    cell.id = `cell-${row}-${column}`;
    cell.dataset.row = String(row);
    cell.dataset.column = String(column);
    cell.setAttribute('aria-colindex', String(column + 2));
    if (column >= 0) cell.style.left = `${this.headWidth + column * columnWidth}px`;
    return cell;
  }

  private markActive(): void {
    for (const old of this.element.querySelectorAll('.active')) old.classList.remove('active');
    const { row, column } = this.active;
    const cell = document.getElementById(`cell-${row}-${column}`);
    cell?.classList.add('active');
    if (cell) this.element.setAttribute('aria-activedescendant', cell.id);
    else this.element.removeAttribute('aria-activedescendant');
  }

  private clicked({ target }: MouseEvent): void {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    if (!cell) return;
    this.active = { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
    this.markActive();
    this.open(false);
  }

  private pressed(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') this.open(true);
    else if (!this.fold(event.key)) {
      const page = Math.max(1, Math.floor((this.element.clientHeight - headHeight) / rowHeight) - 1);
      const size = { rows: this.rows.count, columns: this.places.length, page };
      const next = moved(this.active, event, size);
      if (!next) return;
      this.active = next;
      this.scrollToActive();
      this.draw();
    }
    event.preventDefault();
  }

  /** Opens or closes a group with the arrows on its head. Returns whether it did. */
  private fold(key: string): boolean {
    const { row, column } = this.active;
    if (column !== -1 || row < 0 || row >= this.rows.count) return false;
    const at = this.rows.at(row);
    if (at.kind !== 'group' || key !== (at.isOpen ? 'ArrowLeft' : 'ArrowRight')) return false;
    this.options.onToggle(at.group.team);
    return true;
  }

  private open(isKeyboard: boolean): void {
    const { row, column } = this.active;
    const opened = {
      row: row >= 0 && row < this.rows.count ? this.rows.at(row) : undefined,
      place: column < 0 ? undefined : this.places[column],
    };
    if (opened.row?.kind === 'group' && column < 0) this.options.onToggle(opened.row.group.team);
    else if (opened.row || opened.place !== undefined) this.options.onOpen(opened, isKeyboard);
  }

  private scrollToActive(): void {
    const { row, column } = this.active;
    const { element: box } = this;
    if (row >= 0)
      box.scrollTop = within(box.scrollTop, row * rowHeight, rowHeight, box.clientHeight - headHeight);
    if (column >= 0) {
      const room = box.clientWidth - this.headWidth;
      box.scrollLeft = within(box.scrollLeft, column * columnWidth, columnWidth, room);
    }
  }
}

/** Returns which of `count` things of one size are in sight, with some more on both sides. */
function windowOf(offset: number, room: number, size: number, count: number, more: number): Window {
  const start = Math.floor(offset / size) - more;
  const end = Math.ceil((offset + room) / size) + more;
  return { start: Math.max(0, Math.min(start, count)), end: Math.min(count, Math.max(end, 0)) };
}

/**
 * Makes the children of `box`, after its first one, those of another window. What is in both windows stays as it is.
 */
function slide(box: HTMLElement, old: Window, next: Window, make: (index: number) => HTMLElement): void {
  const first = box.firstElementChild;
  if (!first) return;
  const start = Math.max(old.start, next.start);
  const end = Math.max(start, Math.min(old.end, next.end));
  for (let index = old.start; index < Math.min(start, old.end); index++) first.nextElementSibling?.remove();
  for (let index = Math.max(end, old.start); index < old.end; index++) box.lastElementChild?.remove();
  for (let index = Math.min(start, next.end) - 1; index >= next.start; index--) first.after(make(index));
  for (let index = Math.max(end, next.start); index < next.end; index++) box.append(make(index));
}

/** Returns the nearest offset at which something is wholly in sight. */
function within(offset: number, start: number, size: number, room: number): number {
  return Math.min(start, Math.max(offset, start + size - room));
}

/** A cell by its row and column; row -1 are the heads of columns, column -1 the heads of rows. */
interface Position {
  readonly row: number;
  readonly column: number;
}

/** Returns where a key leads to, as in every grid; `undefined` for other keys. */
function moved(
  { row, column }: Position,
  { key, ctrlKey }: KeyboardEvent,
  { rows, columns, page }: { readonly rows: number; readonly columns: number; readonly page: number },
): Position | undefined {
  const to = (nextRow: number, nextColumn: number): Position => ({
    row: Math.max(-1, Math.min(rows - 1, nextRow)),
    column: Math.max(-1, Math.min(columns - 1, nextColumn)),
  });
  switch (key) {
    case 'ArrowUp':
      return to(row - 1, column);
    case 'ArrowDown':
      return to(row + 1, column);
    case 'ArrowLeft':
      return to(row, column - 1);
    case 'ArrowRight':
      return to(row, column + 1);
    case 'PageUp':
      return to(Math.max(0, row - page), column);
    case 'PageDown':
      return to(row + page, column);
    case 'Home':
      return to(ctrlKey ? 0 : row, -1);
    case 'End':
      return to(ctrlKey ? rows - 1 : row, columns - 1);
    default:
      return undefined;
  }
}
