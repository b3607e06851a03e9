import { allSettings, type Setting, settings } from '../settings/table.ts';

export function settingsTable(): string {
  const heading = '| key | what | flag | environment | value | default |\n|---|---|---|---|---|---|';
  return [heading, ...allSettings.map(row)].join('\n');
}

function row(setting: Setting): string {
  const { key, meaning, help = meaning, flag, env } = setting;
  const name = flag === undefined ? '' : code(flag.replace(/ <.*/, ''));
  const cells = [code(key), help, name, env ? code(env) : '', taken(setting), defaultOf(setting)];
  return `| ${cells.join(' | ')} |`;
}

const values: Readonly<Record<Setting['type'], string>> = {
  name: 'name',
  address: 'http(s) address',
  id: 'id',
  choice: '',
  names: 'names, separated by commas',
  number: 'whole number',
  file: 'path',
  switch: '`1`',
  token: 'text without spaces',
  measured: 'written by `access calibrate`',
};

function taken({ key, type, known, range, unit, secret }: Setting): string {
  if (known) return known.map(code).join(', ');
  if (type === 'file' && settings.some((one) => one.key === key)) return 'path; a whole one in a profile';
  if (!range) return `${values[type]}${secret ? '; it is never shown' : ''}`;
  return `${values[type]}${unit ? ` of ${unit}` : ''}, ${range.join(' to ')}`;
}

function defaultOf({ default: usual }: Setting): string {
  if (usual === undefined) return '';
  return String(usual).includes(' ') ? String(usual) : code(String(usual));
}

function code(text: string): string {
  return `\`${text}\``;
}
