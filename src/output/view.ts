/** One column of a resource's table. */
export interface Column {
  /** Dot path into the item; also the header in CSV and TSV: `user.email`. */
  readonly field: string;
  /** Makes the value of the whole item, where no field of it holds what the column shows; JSON and YAML lack it. */
  readonly value?: (item: unknown) => unknown;
  /** Header on a terminal; the field in capitals where absent. */
  readonly label?: string;
  /** How people read the value on a terminal: a timestamp with its age, a switch as yes or no, a link, an id. */
  readonly as?: 'time' | 'link' | 'yes-no' | 'id';
  /** What a value means: a word of a state by itself; `good` or `bad` where there is one, and it is not false. */
  readonly tone?: 'state' | 'good' | 'bad';
  /** On a terminal, it stands on a line of its own below the row, where it is not empty. */
  readonly below?: true;
  /** A long word of it, such as a name, may be broken so that the table fits. */
  readonly breaks?: true;
  /** A table that is too wide for a narrow terminal leaves it out. */
  readonly optional?: true;
  /** What an absent or null value means, for people: a role of null is a guest. */
  readonly whenEmpty?: string;
}

/** How a resource is shown: plain data, read by every output format. */
export interface View {
  /** Dot path of the item's identifier, which `-o id` prints. */
  readonly id: string;
  /** The columns that an administrator looks at first, in order. */
  readonly columns: readonly Column[];
  /** Further columns for those who have room for them. */
  readonly wide?: readonly Column[];
  /** Items with the longest texts that a list is going to have, for tables that begin before all of it is known. */
  readonly samples?: readonly unknown[];
  /** Field with further items of the same kind: in a list of rows, they follow the one that holds them. */
  readonly nested?: string;
  /** A list as a tree, for people: the field with the id of what an item is in, and the one that shows how deep it is. */
  readonly nests?: { readonly parent: string; readonly label: string };
  /** Fields that are too much to read line by line: a terminal leaves them out of an object, and the tree may draw them. */
  readonly omits?: readonly string[];
  /** Draws an object's structure below its fields, for people on a terminal. */
  readonly tree?: (item: unknown) => readonly TreeNode[];
}

export interface TreeNode {
  readonly label: string;
  readonly children?: readonly TreeNode[];
}
