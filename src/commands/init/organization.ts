import { fetchPlan, findReviewed, postPlan, postRefusal, tellDrift } from './scripts.ts';
import {
  githubSteps,
  gitlabVariables,
  indented,
  keptDays,
  shellQuoted,
  variablesHint,
  type WorkflowPlace,
} from './workflow.ts';

const uploadArtifact = 'actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1';
const downloadArtifact = 'actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1';

/** Makes an artifact of a plan for which a comment has no room. */
const keepPlan = `      # Only where a comment has no room for the plan.
      - uses: ${uploadArtifact}
        id: artifact
        if: always() && hashFiles('plan.json') != ''
        with:
          name: plan
          path: plan.json
          retention-days: ${keptDays}`;

interface OrganizationPlace extends WorkflowPlace {
  /** The organization file, or the folder of its parts, in the repository. */
  readonly file: string;
}

/**
 * Returns a workflow for GitHub Actions with three jobs: a comment with plan and rehearsal in pull requests, the change that
 * was reviewed there on the main branch, and a comparison every night.
 */
export function githubOrganization({ file, ...place }: OrganizationPlace): string {
  const filter = pathFilter(file);
  const paths = filter === undefined ? '' : `\n    paths: [${shellQuoted(filter)}]`;
  const steps = `    runs-on: ubuntu-24.04
    timeout-minutes: 60
${githubSteps(place)}`;
  const token = `        env:
          DOCS_ADMIN_TOKEN: \${{ secrets.DOCS_ADMIN_TOKEN }}`;
  return `# Made by \`docs-admin init --ci github --what organization\`. Keep it as .github/workflows/docs-organization.yml, and store
# DOCS_ADMIN_TOKEN among the secrets of the repository${variablesHint(place)}.
# A second DOCS_ADMIN_TOKEN in the environment "docs-organization" is used for changes: then the other one may be read-only.
# Restrict that environment to the main branch.
# Comments and artifacts name people by e-mail address, because a review must see who gets what, and the organization file
# in this repository has the same addresses: do not use it in a public repository.
name: docs-organization

on:
  push:
    branches: [main]${paths}
  pull_request:${paths}
  schedule:
    - cron: '47 3 * * *'
  # By hand: for a plan that no pull request has, for deletions, and for what a guard holds back. The plan names the values.
  workflow_dispatch:
    inputs:
      digest: { type: string, description: 'Digest of the plan to apply; without it, only plan' }
      run: { type: string, description: 'Run whose artifact has that plan, if it is too long for a comment' }
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
${keepPlan}
      - name: Comment
        if: always() && hashFiles('comment.md') != ''
        run: |
${indented(postPlan('github'), 10)}
        env:
          API_TOKEN: \${{ github.token }}
          NUMBER: \${{ github.event.pull_request.number }}
          ARTIFACT_URL: \${{ steps.artifact.outputs.artifact-url }}

  apply:
    if: github.ref == 'refs/heads/main' && (github.event_name == 'push' || github.event_name == 'workflow_dispatch')
    environment: docs-organization
    permissions:
      contents: read
      # The plan that was reviewed is in a comment of the pull request, or in an artifact.
      pull-requests: write
      actions: read
    # One at a time, and none is cut off in the middle.
    concurrency:
      group: docs-organization-apply
      cancel-in-progress: false
${steps}
      - name: Find what was reviewed
        id: reviewed
        if: github.event_name == 'push'
        run: |
${indented(findReviewed('github'), 10)}
          cat reviewed.env >> "$GITHUB_OUTPUT"
        env:
          API_TOKEN: \${{ github.token }}
      - uses: ${downloadArtifact}
        if: steps.reviewed.outputs.run != '' || inputs.run != ''
        with:
          name: plan
          run-id: \${{ steps.reviewed.outputs.run || inputs.run }}
          github-token: \${{ github.token }}
      - name: Apply
        run: |
${indented(applyScript(file), 10)}
${token}
          DIGEST: \${{ inputs.digest || steps.reviewed.outputs.digest }}
          BY_HAND: \${{ github.event_name == 'workflow_dispatch' }}
          DELETE: \${{ inputs.delete }}
          MAX_REMOVALS: \${{ inputs.max-removals }}
          ALLOW_DELETE: \${{ inputs.allow-delete }}
          ALLOW_OWNERLESS: \${{ inputs.allow-ownerless }}
${keepPlan}
      - name: Comment on what was not applied
        if: always() && hashFiles('comment.md') != '' && steps.reviewed.outputs.number != ''
        run: |
${indented(postRefusal('github'), 10)}
        env:
          API_TOKEN: \${{ github.token }}
          NUMBER: \${{ steps.reviewed.outputs.number }}
          ARTIFACT_URL: \${{ steps.artifact.outputs.artifact-url }}
      # \`docs-admin runs resume\` and \`runs undo\` read it. It has names and e-mail addresses, which they need, but no secrets.
      - uses: ${uploadArtifact}
        if: always()
        with:
          name: journal
          path: apply.jsonl
          if-no-files-found: ignore
          retention-days: ${keptDays}

  drift:
    if: github.event_name == 'schedule'
    permissions:
      contents: read
      # An issue is open while something differs.
      issues: write
${steps}
      - name: Compare
        id: compare
        run: |
${indented(driftScript(file), 10)}
          echo "status=$status" >> "$GITHUB_OUTPUT"
          exit $status
${token}
      - name: Tell
        if: always() && steps.compare.outputs.status != ''
        run: |
${indented(tellDrift('github', file), 10)}
        env:
          API_TOKEN: \${{ github.token }}
          STATUS: \${{ steps.compare.outputs.status }}
`;
}

/** Returns the same for GitLab. */
export function gitlabOrganization({ file, ...place }: OrganizationPlace): string {
  const filter = pathFilter(file);
  const changes = filter === undefined ? '' : `\n      changes: [${shellQuoted(filter)}]`;
  return `# Made by \`docs-admin init --ci gitlab --what organization\`. Include it in .gitlab-ci.yml, and make a schedule for the
# pipeline. Store DOCS_ADMIN_TOKEN as a masked variable of the project${variablesHint(place)}.
# A second DOCS_ADMIN_TOKEN for the environment "docs-organization" is used for changes: then the other one may be read-only.
# GITLAB_NOTES_TOKEN is a project access token with the scope "api": it reads and writes notes and issues.
# Notes and artifacts name people by e-mail address, because a review must see who gets what, and the organization file in
# this project has the same addresses: do not use it in a public project.
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
${indented(postPlan('gitlab'), 6)}
      exit $status
  # Only where the note has no room for the plan.
  artifacts:
    when: always
    paths: [plan.json]
    expire_in: ${keptDays} days

docs-apply:
  extends: .docs-organization
  environment: docs-organization
  # One at a time, and none is cut off in the middle.
  resource_group: docs-organization
  interruptible: false
  rules:
    - if: $CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH${changes}
    # By hand, with the variables below: for a plan that no merge request has, for deletions, and for what a guard holds back.
    - if: $CI_PIPELINE_SOURCE == "web" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  script:
    - |
      # DIGEST is that of the plan to apply: without it, a pipeline by hand only plans. RUN is the job whose artifact has that plan,
      # if it is too long for a note. DELETE and ALLOW_OWNERLESS are "true"; MAX_REMOVALS is a number; ALLOW_DELETE is "sites" or
      # "collections".
      if [ "$CI_PIPELINE_SOURCE" = web ]; then
        export BY_HAND=true
        if [ -n "$RUN" ]; then
${indented(fetchPlan(), 6)}
        fi
      else
${indented(findReviewed('gitlab'), 6)}
        . ./reviewed.env
        export DIGEST="\${digest:-}" NUMBER="\${number:-}"
      fi
      (
${indented(applyScript(file), 8)}
      ) || status=$?
      if [ -f comment.md ] && [ -n "$NUMBER" ]; then
${indented(postRefusal('gitlab'), 6)}
      fi
      exit \${status:-0}
  # \`docs-admin runs resume\` and \`runs undo\` read it. It has names and e-mail addresses, which they need, but no secrets.
  artifacts:
    when: always
    paths: [apply.jsonl, plan.json]
    expire_in: ${keptDays} days

docs-drift:
  extends: .docs-organization
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule"
  script:
    - |
${indented(driftScript(file), 6)}
      export STATUS=$status
${indented(tellDrift('gitlab', file), 6)}
      exit $status
`;
}

/** Returns the folder of a file as a filter of paths, because side files lie beside it; `undefined` for all paths. */
function pathFilter(file: string): string | undefined {
  const isFile = /\.(?:ya?ml|json)$/i.test(file);
  const folder = isFile ? file.split('/').slice(0, -1).join('/') : file;
  return folder === '' ? undefined : `${folder}/**`;
}

/** A shell command that keeps plan.json only if the text in a file has no room for all of the plan. */
const onlyIfLong = (text: string) => `if grep -q '^<!-- docs-admin-plan ' ${text}; then rm -f plan.json; fi`;

/**
 * Writes comment.md: the plan, and the rehearsal where something differs. Leaves the exit code of the job in `status`: 0
 * if the change can be applied, also with differences.
 */
const planScript = (
  file: string,
) => `note() { { printf '%s\\n\\n' "$1"; cat comment.md; } > noted.md; mv noted.md comment.md; }
status=0
docs-admin org plan --file ${file} --check -o markdown --out plan.json > comment.md || status=$?
case $status in
  0) ;;
  # Something differs. A rehearsal repeats the plan, which is in the summary of the job already.
  11)
    status=0
    docs-admin org rehearse --file ${file} --no-summary -o markdown > rehearsal.md || status=$?
    if [ -s rehearsal.md ]; then mv rehearsal.md comment.md; fi
    if [ $status -ne 0 ]; then
      note "**The rehearsal ended with exit code $status.** The log of the job has the reason."
    fi ;;
  12) note '**Not rehearsed:** a part cannot be read.' ;;
  *) printf '**There is no plan: exit code %s.** The log of the job has the reason.\\n' $status > comment.md ;;
esac
${onlyIfLong('comment.md')}`;

/**
 * Carries out the plan whose digest is in `DIGEST`, with the flags that the variables name. Another plan is not carried out:
 * then comment.md says what is different, and has the plan. Without a digest, only plans.
 */
const applyScript = (file: string) => `set -- --file ${file}
if [ "$DELETE" = true ]; then set -- "$@" --delete; fi
if [ "$ALLOW_OWNERLESS" = true ]; then set -- "$@" --allow-ownerless; fi
if [ -n "$MAX_REMOVALS" ]; then set -- "$@" "--max-removals=$MAX_REMOVALS"; fi
if [ -n "$ALLOW_DELETE" ]; then set -- "$@" "--allow-delete=$ALLOW_DELETE"; fi
next='To apply this plan, start the workflow by hand with its digest.'
status=0
if [ -z "$DIGEST" ]; then
  docs-admin org plan "$@" --check -o markdown --out plan.json > plan.md || status=$?
  cat plan.md
  ${onlyIfLong('plan.md')}
  if [ $status -ne 11 ]; then exit $status; fi
  echo "$next" >&2
  if [ "$BY_HAND" = true ]; then exit 0; fi
  printf '**Not applied: no one has reviewed a plan of this change.** %s\\n\\n' "$next" > comment.md
  cat plan.md >> comment.md
  exit 1
fi
reviewed=
for one in plan.json reviewed.md; do if [ -z "$reviewed" ] && [ -f $one ]; then reviewed="--reviewed=$one"; fi; done
docs-admin org apply "$@" --digest "$DIGEST" $reviewed --journal apply.jsonl --yes 2> apply.log || status=$?
cat apply.log >&2
rm -f plan.json
if [ $status -eq 6 ]; then
  printf '**Not applied.** %s\\n\\n\`\`\`\`\`\`text\\n' "$next" > comment.md
  sed -n '/^error: /,$p' apply.log | head -c 10000 >> comment.md
  printf '\`\`\`\`\`\`\\n\\n' >> comment.md
  docs-admin org plan "$@" -o markdown --no-summary --max-chars 50000 --out plan.json >> comment.md || true
  ${onlyIfLong('comment.md')}
fi
exit $status`;

/** Compares the service with the file. Leaves the exit code in \`status\`, and the plan in drift.txt and drift.json. */
const driftScript = (file: string) => `status=0
docs-admin org plan --file ${file} --check --out drift.json > drift.txt || status=$?
cat drift.txt`;
