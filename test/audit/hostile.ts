import { goodTables, type Tables, team } from '../support/audited.ts';

/** A title that tries to be markup, a script, a formula and a command. */
export const hostile =
  '=1+1 </script><script>x</script> [link](javascript:alert(1)) `x` | <b> & "\'$(id)\u202e\u2028\u0007 @team #1 ]]>';

/** The good organization with an empty team of that name, and others with names that are hardly better. */
export function hostileTables(): Tables {
  const tables = goodTables();
  tables.teams?.push(team('hostile', hostile), team('hostile2', hostile), team('ticks', '```\n--- ``` ``'));
  return tables;
}
