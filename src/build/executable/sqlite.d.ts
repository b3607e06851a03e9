/** The part of Node's own SQLite that the executable uses. The types of the oldest supported Node have none of it. */
declare module 'node:sqlite' {
  type Value = string | number | null;
  interface Statement {
    columns(): { readonly name: string }[];
    all(...values: readonly Value[]): unknown[];
    get(...values: readonly Value[]): unknown;
    run(...values: readonly Value[]): { readonly changes: number };
  }
  export class DatabaseSync {
    constructor(path: string);
    readonly isTransaction: boolean;
    exec(sql: string): void;
    prepare(sql: string): Statement;
    close(): void;
  }
}
