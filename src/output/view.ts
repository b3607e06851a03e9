/** One column of a resource's table. */
export interface Column {
  /** Dot path into the item, and the header in CSV and TSV: `user.email`. */
  readonly field: string;
  /** Computes the value from the whole item if no field has it; JSON and YAML do not show it. */
  readonly value?: (item: unknown) => unknown;
  /** Header on a terminal. Without it, the field in capitals. */
  readonly label?: string;
  /** The form of the value on a terminal: a time stamp with its age, a switch as yes or no, a link, an id. */
  readonly as?: 'time' | 'link' | 'yes-no' | 'id';
  /**
   * The meaning of a value for its colour: `state` by its word; `good` or `bad` for every value except false and empty
   * ones.
   */
  readonly tone?: 'state' | 'good' | 'bad';
  /** On a terminal, or in every table, the value is on its own line below the row, unless it is empty. */
  readonly below?: true | 'always';
  /** A long word in it, such as a name, may be broken so that the table fits. */
  readonly breaks?: true;
  /** A narrow terminal leaves the column out if the table is too wide. */
  readonly optional?: true;
  /** The meaning of an absent or null value for people: a role of null is a guest. */
  readonly whenEmpty?: string;
}

/** How a resource is shown: plain data for every output format. */
export interface View {
  /** Dot path of the item's identifier, which `-o id` prints. */
  readonly id: string;
  /** The most important columns for an administrator, in order. */
  readonly columns: readonly Column[];
  readonly wide?: readonly Column[];
  /** Items with the longest texts that a list will have, for tables that begin before the whole list is known. */
  readonly samples?: readonly unknown[];
  /** Field with further items of the same kind. A list of rows shows them after their parent. */
  readonly nested?: string;
  /**
   * Shows a list as a tree, for people: `parent` is the field with the id of an item's parent, `label` the field that
   * is indented.
   */
  readonly nests?: { readonly parent: string; readonly label: string };
  /** Fields with too much text for single lines. A terminal leaves them out of an object; the tree may draw them. */
  readonly omits?: readonly string[];
  /** In JSON and YAML, the list is a field of an object, behind these other fields; not if the user chooses fields. */
  readonly within?: { readonly beside: object; readonly field: string };
  /** Draws an object's structure below its fields, for people on a terminal. */
  readonly tree?: (item: unknown) => readonly TreeNode[];
}

export interface TreeNode {
  readonly label: string;
  readonly children?: readonly TreeNode[];
}
