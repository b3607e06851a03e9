import { postComment } from './comment.ts';
import { githubSteps, gitlabVariables, type Place, quoted, variablesHint } from './workflow.ts';

const uploadArtifact = 'actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1';

interface OrganizationPlace extends Place {
  /** The organization file, or the folder of its parts, in the repository. */
  readonly file: string;
}

/**
 * Returns a workflow for GitHub Actions with three jobs: a comment with plan and rehearsal in pull requests, the change on
 * the main branch, and a comparison every night.
 */
export function githubOrganization({ file, ...place }: OrganizationPlace): string {
  const filter = pathFilter(file);
  const paths = filter === undefined ? '' : `\n    paths: [${quoted(filter)}]`;
  const steps = `    runs-on: ubuntu-24.04
    timeout-minutes: 60
${githubSteps(place)}`;
  const token = `        env:
          DOCS_ADMIN_TOKEN: \${{ secrets.DOCS_ADMIN_TOKEN }}`;
  return `# Made by \`docs-admin init --ci github --what organization\`. Keep it as .github/workflows/docs-organization.yml, and store
# DOCS_ADMIN_TOKEN among the secrets of the repository${variablesHint(place)}.
# A second DOCS_ADMIN_TOKEN in the environment "docs-organization" is used for changes: then the other one may be read-only.
# Restrict that environment to the main branch.
name: docs-organization

on:
  push:
    branches: [main]${paths}
  pull_request:${paths}
  schedule:
    - cron: '47 3 * * *'
  # By hand: for deletions, and for what a guard holds back. The plan names the values.
  workflow_dispatch:
    inputs:
      delete: { type: boolean, description: Delete what the file does not name }
      max-removals: { type: string, description: How many things may be taken away }
      allow-delete: { type: string, description: 'Allow deletions in: sites, collections' }
      allow-ownerless: { type: boolean, description: Allow teams without an owner }

permissions: {}

jobs:
  # Secrets are not given to forks.
  plan:
    if: github.event_name == 'pull_request' && !github.event.pull_request.head.repo.fork
    permissions:
      contents: read
      pull-requests: write
    concurrency:
      group: docs-organization-\${{ github.ref }}
      cancel-in-progress: true
${steps}
      - name: Plan and rehearse
        run: |
${indented(planScript(file), 10)}
          exit $status
${token}
      - name: Comment
        if: always() && hashFiles('comment.md') != ''
        run: |
${indented(postComment('github'), 10)}
        env:
          API_TOKEN: \${{ github.token }}
          PULL_REQUEST: \${{ github.event.pull_request.number }}

  apply:
    if: github.ref == 'refs/heads/main' && (github.event_name == 'push' || github.event_name == 'workflow_dispatch')
    environment: docs-organization
    permissions:
      contents: read
    # One at a time, and none is cut off in the middle.
    concurrency:
      group: docs-organization-apply
      cancel-in-progress: false
${steps}
      - name: Apply
        run: |
${indented(applyScript(file), 10)}
${token}
          DELETE: \${{ inputs.delete }}
          MAX_REMOVALS: \${{ inputs.max-removals }}
          ALLOW_DELETE: \${{ inputs.allow-delete }}
          ALLOW_OWNERLESS: \${{ inputs.allow-ownerless }}
      # \`docs-admin runs resume\` and \`runs undo\` read it. It has names and e-mail addresses, but no secrets.
      - uses: ${uploadArtifact}
        if: always()
        with:
          name: journal
          path: apply.jsonl
          if-no-files-found: ignore

  drift:
    if: github.event_name == 'schedule'
    permissions:
      contents: read
${steps}
      - name: Compare
        run: |
          docs-admin org plan --file ${file} --check
${token}
`;
}

/** Returns the same for GitLab. */
export function gitlabOrganization({ file, ...place }: OrganizationPlace): string {
  const filter = pathFilter(file);
  const changes = filter === undefined ? '' : `\n      changes: [${quoted(filter)}]`;
  return `# Made by \`docs-admin init --ci gitlab --what organization\`. Include it in .gitlab-ci.yml, and make a schedule for the
# pipeline. Store DOCS_ADMIN_TOKEN as a masked variable of the project${variablesHint(place)}.
# A second DOCS_ADMIN_TOKEN for the environment "docs-organization" is used for changes: then the other one may be read-only.
# GITLAB_NOTES_TOKEN is a project access token with the scope "api": it writes the notes.
.docs-organization:
  image: node:22
  timeout: 60 minutes
${gitlabVariables(place)}  before_script:
    - npm install --global --ignore-scripts docs-admin@${place.version}

# Not for forks: their code must not reach the token.
docs-plan:
  extends: .docs-organization
  interruptible: true
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event" && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_PROJECT_ID${changes}
  script:
    - |
${indented(planScript(file), 6)}
${indented(postComment('gitlab'), 6)}
      exit $status

docs-apply:
  extends: .docs-organization
  environment: docs-organization
  # One at a time, and none is cut off in the middle.
  resource_group: docs-organization
  interruptible: false
  rules:
    - if: $CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH${changes}
    # By hand, with the variables below: for deletions, and for what a guard holds back. The plan names the values.
    - if: $CI_PIPELINE_SOURCE == "web" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  script:
    - |
      # DELETE and ALLOW_OWNERLESS are "true"; MAX_REMOVALS is a number; ALLOW_DELETE is "sites" or "collections".
${indented(applyScript(file), 6)}
  # \`docs-admin runs resume\` and \`runs undo\` read it. It has names and e-mail addresses, but no secrets.
  artifacts:
    when: always
    paths: [apply.jsonl]

docs-drift:
  extends: .docs-organization
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule"
  script:
    - docs-admin org plan --file ${file} --check
`;
}

/** Returns the folder of a file as a filter of paths, because side files lie beside it; `undefined` for all paths. */
function pathFilter(file: string): string | undefined {
  const isFile = /\.(?:ya?ml|json)$/i.test(file);
  const folder = isFile ? file.split('/').slice(0, -1).join('/') : file;
  return folder === '' ? undefined : `${folder}/**`;
}

/**
 * Writes comment.md: the plan, and the rehearsal where something differs. Leaves the exit code of the job in `status`: 0
 * if the change can be applied, also with differences.
 */
const planScript = (file: string) => `status=0
docs-admin org plan --file ${file} --check -o markdown > comment.md || status=$?
case $status in
  0) ;;
  # Something differs. A rehearsal repeats the plan, which is in the summary of the job already.
  11)
    status=0
    docs-admin org rehearse --file ${file} --no-summary -o markdown > rehearsal.md || status=$?
    if [ -s rehearsal.md ]; then mv rehearsal.md comment.md; fi
    if [ $status -ne 0 ]; then
      printf '\\n**The rehearsal ended with exit code %s.** The log of the job has the reason.\\n' $status >> comment.md
    fi ;;
  12) printf '\\n**Not rehearsed:** a part cannot be read.\\n' >> comment.md ;;
  *) printf '**There is no plan: exit code %s.** The log of the job has the reason.\\n' $status > comment.md ;;
esac`;

/** Carries the file out, with the flags that the variables name. */
const applyScript = (file: string) => `set -- --file ${file} --journal apply.jsonl --yes
if [ "$DELETE" = true ]; then set -- "$@" --delete; fi
if [ "$ALLOW_OWNERLESS" = true ]; then set -- "$@" --allow-ownerless; fi
if [ -n "$MAX_REMOVALS" ]; then set -- "$@" "--max-removals=$MAX_REMOVALS"; fi
if [ -n "$ALLOW_DELETE" ]; then set -- "$@" "--allow-delete=$ALLOW_DELETE"; fi
docs-admin org apply "$@"`;

function indented(text: string, by: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(by));
}
