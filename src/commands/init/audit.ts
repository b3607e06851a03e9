import { findCodeScanning } from './scripts.ts';
import {
  githubSteps,
  gitlabVariables,
  indented,
  keptDays,
  variablesHint,
  type WorkflowPlace,
} from './workflow.ts';

const uploadSarif = 'github/codeql-action/upload-sarif@c10b8064de6f491fea524254123dbe5e09572f13 # v4.35.1';

/**
 * Returns a workflow for GitHub Actions that audits every night: the findings become alerts, where the repository has code
 * scanning, and a summary of the run. The job fails where the audit does.
 */
export function githubAudit(place: WorkflowPlace): string {
  return `# Made by \`docs-admin init --ci github --what audit\`. Keep it as .github/workflows/docs-audit.yml, and store
# DOCS_ADMIN_TOKEN among the secrets of the repository${variablesHint(place)}.
# Alerts and summaries name people by e-mail address, because a finding must say who it is about: everyone who may read
# the repository sees them. Do not use it in a public repository.
name: docs-audit

on:
  schedule:
    - cron: '17 4 * * *'
  workflow_dispatch:

permissions: {}

concurrency:
  group: docs-audit
  cancel-in-progress: false

jobs:
  docs-audit:
    runs-on: ubuntu-24.04
    timeout-minutes: 30
    permissions:
      contents: read
      # Alerts of code scanning
      security-events: write
      actions: read
${githubSteps(place)}
      # With an organization file in the repository, add --file organization.yaml: alerts then have its lines.
      # With accepted findings, add --exceptions exceptions.yaml.
      - name: Audit
        # The file is there where the audit is, also with findings (11), or where something could not be evaluated (12).
        run: |
${indented(auditScript('-o sarif --out audit.sarif'), 10)}
        env:
          DOCS_ADMIN_TOKEN: \${{ secrets.DOCS_ADMIN_TOKEN }}
      - name: Is there code scanning?
        id: code-scanning
        if: always() && hashFiles('audit.sarif') != ''
        run: |
${indented(findCodeScanning, 10)}
        env:
          API_TOKEN: \${{ github.token }}
      - uses: ${uploadSarif}
        if: always() && steps.code-scanning.outputs.available == 'true'
        with:
          sarif_file: audit.sarif
          category: docs-admin-audit
`;
}

/** Returns the same for GitLab: a job whose test report shows the findings, with a page to download. */
export function gitlabAudit(place: WorkflowPlace): string {
  return `# Made by \`docs-admin init --ci gitlab --what audit\`. Include it in .gitlab-ci.yml, and make a schedule for the pipeline.
# Store DOCS_ADMIN_TOKEN as a masked variable of the project${variablesHint(place)}.
# The report and the page name people by e-mail address, because a finding must say who it is about: everyone who may see
# the pipelines of the project sees them. Do not use it in a public project.
docs-audit:
  image: node:22
  timeout: 30 minutes
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule" || $CI_PIPELINE_SOURCE == "web"
${gitlabVariables(place)}  script:
    - npm install --global --ignore-scripts docs-admin@${place.version}
    - |
      # With accepted findings, add --exceptions exceptions.yaml.
      status=0
${indented(auditScript('-o junit --out audit.xml || status=$?'), 6)}
      # 11 is findings, 12 that something could not be evaluated. Everything else has no audit, and so no page.
      case $status in 0 | 11 | 12) docs-admin org audit "$@" -o html --out audit.html || [ $? -ge 11 ] ;; esac
      exit $status
  artifacts:
    when: always
    paths: [audit.xml, audit.html]
    expire_in: ${keptDays} days
    reports:
      junit: audit.xml
`;
}

/** Audits, with the baseline that is in the repository. */
const auditScript = (rest: string) => `set --
# Findings that are known do not fail: \`docs-admin org audit --json | docs-admin org audit accept - --reason known --expires never --out
# audit-baseline.yaml\` writes down the present ones.
if [ -f audit-baseline.yaml ]; then set -- --baseline audit-baseline.yaml; fi
docs-admin org audit "$@" ${rest}`;
