/** What every workflow file says of the tool and the service. */
export interface WorkflowPlace {
  readonly version: string;
  /** `undefined` if a variable of the repository holds it. */
  readonly baseUrl: string | undefined;
  readonly org: string | undefined;
}

/** The values in a workflow file for a roster. */
interface Workflow extends WorkflowPlace {
  /** The words after `docs-admin`, without flags for trying and confirming. */
  readonly command: string;
  /** The file that the command reads. */
  readonly file: string;
}

/** Days for which a system keeps artifacts: as long as the tool itself keeps plans and journals. */
export const keptDays = 90;

const checkout = 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1';
const setupNode = 'actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0';

/**
 * Returns a workflow for GitHub Actions that runs a command when its file changes on the main branch, and runs it with
 * `--dry-run` in pull requests.
 */
export function githubWorkflow({ command, file, ...place }: Workflow): string {
  return `# Made by \`docs-admin init --ci github\`. Keep it as .github/workflows/docs-admin.yml, and store
# DOCS_ADMIN_TOKEN among the secrets of the repository${variablesHint(place)}.
name: docs-admin

on:
  push:
    branches: [main]
    paths: [${shellQuoted(file)}]
  pull_request:
    paths: [${shellQuoted(file)}]
  workflow_dispatch:

permissions: {}

# One run at a time, and none is cut off in the middle.
concurrency:
  group: docs-admin-\${{ github.ref }}
  cancel-in-progress: false

jobs:
  docs-admin:
    runs-on: ubuntu-24.04
    timeout-minutes: 30
    permissions:
      contents: read
${githubSteps(place)}
      # Secrets are not given to forks.
      - name: Try it
        if: github.event_name == 'pull_request' && !github.event.pull_request.head.repo.fork
        run: |
          docs-admin ${command} --dry-run
        env:
          DOCS_ADMIN_TOKEN: \${{ secrets.DOCS_ADMIN_TOKEN }}
      - name: Do it
        if: github.event_name != 'pull_request'
        run: |
          docs-admin ${command} --yes
        env:
          DOCS_ADMIN_TOKEN: \${{ secrets.DOCS_ADMIN_TOKEN }}
`;
}

/** Returns the address and the organization as variables of a job, and its first steps: they install the tool. */
export function githubSteps({ version, baseUrl, org }: WorkflowPlace): string {
  const variable = (name: string) => `\${{ vars.${name} }}`;
  return `    env:
      DOCS_ADMIN_BASE_URL: ${shellQuoted(baseUrl ?? variable('DOCS_ADMIN_BASE_URL'))}
      DOCS_ADMIN_ORG: ${shellQuoted(org ?? variable('DOCS_ADMIN_ORG'))}
    steps:
      - uses: ${checkout}
        with:
          persist-credentials: false
      - uses: ${setupNode}
        with:
          node-version: 22
      - run: npm install --global --ignore-scripts docs-admin@${version}`;
}

/** Returns the same for a job of GitLab; empty if variables of the project hold both. */
export function gitlabVariables({ baseUrl, org }: WorkflowPlace): string {
  const variables = [
    ...(baseUrl === undefined ? [] : [`    DOCS_ADMIN_BASE_URL: ${shellQuoted(baseUrl)}`]),
    ...(org === undefined ? [] : [`    DOCS_ADMIN_ORG: ${shellQuoted(org)}`]),
  ];
  return variables.length === 0 ? '' : `  variables:\n${variables.join('\n')}\n`;
}

export function variablesHint({ baseUrl, org }: WorkflowPlace): string {
  const names = [...(baseUrl ? [] : ['DOCS_ADMIN_BASE_URL']), ...(org ? [] : ['DOCS_ADMIN_ORG'])];
  return names.length === 0 ? '' : `, ${names.join(' and ')} among its variables`;
}

/** Quotes a text for YAML with single quotes. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function indented(text: string, by: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(by));
}
