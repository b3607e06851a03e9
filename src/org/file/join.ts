import { inputName } from '../../inputs.ts';
import { fileFormat, type Organization, type OrganizationFile, type Path } from '../organization.ts';
import { type SectionName, sectionNames } from '../section-names.ts';
import type { FilePart } from './parts.ts';
import { type FileProblem, pathText } from './problems.ts';

/** Joins the parts. Reports what two of them declare. */
export function joinParts(
  parts: readonly FilePart[],
  report: (problem: FileProblem) => void,
): OrganizationFile {
  const origin = new Map<string, FilePart>();
  const organization: Pick<Organization, 'format'> & Record<string, unknown> = { format: fileFormat };

  function declare(target: Record<string, unknown>, path: Path, value: unknown, part: FilePart): void {
    const earlier = origin.get(pathText(path));
    if (earlier) {
      const message = `${pathText(path)}: is declared in ${inputName(earlier.file)}, too`;
      report({ file: part.file, place: part.placeOf(path), message });
      return;
    }
    origin.set(pathText(path), part);
    target[String(path.at(-1))] = value;
  }

  for (const part of parts) {
    const { value } = part;
    if (value.organization !== undefined && organization.organization !== value.organization)
      declare(organization, ['organization'], value.organization, part);
    for (const list of ['keep', 'ignore'] as const) {
      if (value[list]) organization[list] = [...((organization[list] as string[]) ?? []), ...value[list]];
    }
    for (const key of ['managed', ...sectionNames] as const) {
      const section = value[key];
      if (section === undefined) continue;
      if (isWhole(key, section)) {
        declare(organization, [key], section, part);
        continue;
      }
      if (parts.length === 1) {
        // There may be very many names: they are not copied. A name such as "constructor" must mean nothing else.
        organization[key] = Object.setPrototypeOf(section, null);
        continue;
      }
      organization[key] ??= Object.create(null);
      const target = organization[key] as Record<string, unknown>;
      for (const [name, thing] of Object.entries(section)) declare(target, [key, name], thing, part);
    }
  }

  function partOf(path: Path): FilePart {
    const [section, name] = path;
    const found = name === undefined ? undefined : origin.get(pathText([section as string, name]));
    const declaring = found ?? origin.get(pathText([section as string]));
    return (
      declaring ??
      parts.find(({ value }) => section !== undefined && section in value) ??
      (parts[0] as FilePart)
    );
  }

  return {
    organization: organization as Organization,
    where(path) {
      const part = partOf(path);
      return {
        file: part.file,
        // The first place of a file parses it again, and many want to know the file only.
        get place() {
          return part.placeOf(path);
        },
      };
    },
  };
}

/** Returns whether a section is one value in a file of its own, and not a map of things. */
function isWhole(key: SectionName | 'managed', section: object): boolean {
  return key === 'members' && 'file' in section && Object.keys(section).length === 1;
}
