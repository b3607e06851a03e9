# bash completion for docs-admin. Generated: do not edit.
# Install: docs-admin completion bash > ~/.local/share/bash-completion/completions/docs-admin

# Prints the words and flags that may follow a path; a flag that takes a value ends in "=".
_docs_admin_next() {
  case $1 in
  '') echo 'sites sections section-groups site-spaces openapi translations members teams spaces access saml sso collections change-requests content comments custom-fields integrations git org batch apply-plan runs auth config profiles doctor mcp open sandbox init api commands completion version --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'sites') echo 'list create get update delete adaptive-schema published --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'sites list' | 'sites ls') echo '-L= --limit= --page-size= --cursor= --sort= --watch --space= --title= --published --no-published --type= -w --web --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'sites create') echo '--input= --title= --type= --visibility= --space= --new-space= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'sites get') echo '--watch -w --web --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'sites update') echo '--input= --title= --visibility= --basename= --adaptive-content --no-adaptive-content --default-site-space= --default-site-section= --proxy= --no-proxy --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'sites delete' | 'sites rm' | 'sites remove') echo '--ignore-not-found --max-removals= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'sites adaptive-schema') echo 'get set --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'sites adaptive-schema get') echo '--watch --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'sites adaptive-schema set') echo '--input= --schema= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'sites published') echo '--share-key= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'sections') echo 'list create update delete move --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'sections list' | 'sections ls') echo '-L= --limit= --page-size= --cursor= --sort= --watch --site= --share-key= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'sections create') echo '--input= --site= --space= --title= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'sections update') echo '--input= --site= --title= --path= --default-site-space= --condition= --no-condition --icon= --no-icon --description= --no-description --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'sections delete' | 'sections rm' | 'sections remove') echo '--ignore-not-found --site= --max-removals= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'sections move') echo '--input= --site= --before= --after= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'section-groups') echo 'list create update delete add-section remove-section move --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'section-groups list' | 'section-groups ls') echo '-L= --limit= --page-size= --cursor= --sort= --watch --site= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'section-groups create') echo '--input= --site= --title= --icon= --section= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'section-groups update') echo '--input= --site= --title= --icon= --no-icon --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'section-groups delete' | 'section-groups rm' | 'section-groups remove') echo '--ignore-not-found --site= --max-removals= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'section-groups add-section') echo '--input= --site= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'section-groups remove-section') echo '--ignore-not-found --site= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'section-groups move') echo '--input= --site= --before= --after= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'site-spaces') echo 'list create update delete move --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'site-spaces list' | 'site-spaces ls') echo '-L= --limit= --page-size= --cursor= --sort= --watch --site= --share-key= --default --no-default --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'site-spaces create' | 'site-spaces add') echo '--input= --site= --space= --section= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'site-spaces update') echo '--input= --site= --path= --condition= --no-condition --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'site-spaces delete' | 'site-spaces rm' | 'site-spaces remove') echo '--ignore-not-found --site= --max-removals= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'site-spaces move') echo '--input= --site= --before= --after= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'openapi') echo 'list create get set delete --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'openapi list' | 'openapi ls') echo '-L= --limit= --page-size= --cursor= --sort= --watch -w --web --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'openapi create') echo '--input= --url= --file= --wait --wait-timeout= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'openapi get') echo '--watch -w --web --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'openapi set') echo '--input= --url= --file= --wait --wait-timeout= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'openapi delete' | 'openapi rm' | 'openapi remove') echo '--ignore-not-found --max-removals= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'translations') echo 'list create get update delete languages --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'translations list' | 'translations ls') echo '-L= --limit= --page-size= --cursor= --sort= --watch --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'translations create') echo '--input= --title= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'translations get') echo '--watch --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'translations update') echo '--input= --title= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'translations delete' | 'translations rm' | 'translations remove') echo '--ignore-not-found --max-removals= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'translations languages') echo 'list get set delete --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'translations languages list' | 'translations languages ls') echo '-L= --limit= --page-size= --cursor= --sort= --watch --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'translations languages get') echo '--watch --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'translations languages set') echo '--input= --instructions= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'translations languages delete' | 'translations languages rm' | 'translations languages remove') echo '--ignore-not-found --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'members') echo 'list get update remove set-sso spaces teams ping offboard onboard --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'members list' | 'members ls') echo '-L= --limit= --page-size= --cursor= --watch --order= --role= --search= --sort= --without-team --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'members get') echo '--watch --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'members update') echo '--input= --role= --max-removals= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'members remove' | 'members rm' | 'members delete') echo '--ignore-not-found --max-removals= --allow-ownerless --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'members set-sso') echo '--profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'members spaces') echo '-L= --limit= --page-size= --cursor= --sort= --order= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'members teams') echo '-L= --limit= --page-size= --cursor= --sort= --title= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'members ping') echo '--profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'members offboard') echo '--successor= --concurrency= --journal= --summary= --max-removals= --allow-ownerless --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'members onboard') echo '--team= --owner-of= --file= --team-column= --user-column= --role-column= --role= --concurrency= --journal= --summary= --max-removals= --allow-ownerless --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'teams') echo 'list create get update delete members --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'teams list' | 'teams ls') echo '-L= --limit= --page-size= --cursor= --sort= --watch --owner= --title= --owners --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'teams create') echo '--input= --title= --member= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'teams get') echo '--watch --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'teams update') echo '--input= --title= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'teams delete' | 'teams rm' | 'teams remove') echo '--ignore-not-found --max-removals= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'teams members') echo 'list update set remove sync --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'teams members list' | 'teams members ls') echo '-L= --limit= --page-size= --cursor= --sort= --watch --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'teams members update') echo '--input= --add= --remove= --role= --max-removals= --allow-ownerless --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'teams members set') echo '--input= --role= --allow-ownerless --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'teams members remove' | 'teams members rm' | 'teams members delete') echo '--ignore-not-found --allow-ownerless --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'teams members sync') echo '--file= --prune --create-teams --team-column= --user-column= --role-column= --allow-empty --plan= --batch-size= --concurrency= --deadline= --shard= --journal= --summary= --no-summary --max-removals= --allow-ownerless --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'spaces') echo 'list get permissions --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'spaces list' | 'spaces ls') echo '-L= --limit= --page-size= --cursor= --sort= --watch -w --web --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'spaces get') echo '--watch -w --web --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'spaces permissions') echo 'list set remove --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'spaces permissions list' | 'spaces permissions ls') echo '-L= --limit= --page-size= --cursor= --sort= --watch --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'spaces permissions set') echo '--input= --role= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'spaces permissions remove' | 'spaces permissions rm' | 'spaces permissions delete') echo '--ignore-not-found --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'access') echo 'who-can what-can explain check report diff --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'access who-can') echo '--space= --collection= --verify --redact -o= --output= --profile= --base-url= --org= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'access what-can') echo '--level= --redact -o= --output= --profile= --base-url= --org= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'access explain') echo '--space= --collection= --level= --redact --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'access check') echo '--space= --not --redact --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'access report') echo '--level= --verify --redact --html= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'access diff') echo '--check --across --redact --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'saml') echo 'list create get update delete --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'saml list' | 'saml ls') echo '-L= --limit= --page-size= --cursor= --sort= --watch --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'saml create') echo '--input= --label= --entity-id= --certificate= --sso-url= --default-team= --default-role= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'saml get') echo '--watch --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'saml update') echo '--input= --label= --entity-id= --certificate= --sso-url= --default-team= --default-role= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'saml delete' | 'saml rm' | 'saml remove') echo '--ignore-not-found --max-removals= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'sso') echo 'list --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'sso list' | 'sso ls') echo '--watch --sort= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'collections') echo 'list create get update delete spaces move transfer permissions --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'collections list' | 'collections ls') echo '-L= --limit= --page-size= --cursor= --sort= --watch --nested --no-nested -w --web --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'collections create') echo '--input= --title= --parent= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'collections get') echo '--watch -w --web --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'collections update') echo '--input= --title= --description= --default-level= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'collections delete' | 'collections rm' | 'collections remove') echo '--ignore-not-found --max-removals= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'collections spaces') echo '-L= --limit= --page-size= --cursor= --sort= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'collections move') echo '--input= --parent= --no-parent --before= --after= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'collections transfer') echo '--input= --to-org= --max-removals= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'collections permissions') echo 'list set remove --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'collections permissions list' | 'collections permissions ls') echo '-L= --limit= --page-size= --cursor= --sort= --watch --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'collections permissions set') echo '--input= --role= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'collections permissions remove' | 'collections permissions rm' | 'collections permissions delete') echo '--ignore-not-found --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'change-requests' | 'crs') echo 'list create get update merge pull pdf --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'change-requests list' | 'change-requests ls' | 'crs list' | 'crs ls') echo '-L= --limit= --page-size= --cursor= --sort= --watch --space= --all-spaces --status= --contributor= -w --web --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'change-requests create' | 'crs create') echo '--input= --space= --subject= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'change-requests get' | 'crs get') echo '--watch --space= -w --web --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'change-requests update' | 'crs update') echo '--input= --space= --subject= --status= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'change-requests merge' | 'crs merge') echo '--space= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'change-requests pull' | 'crs pull') echo '--space= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'change-requests pdf' | 'crs pdf') echo '--space= --page= --only --no-only --download= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'content') echo 'get import pages files reusable-contents --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'content get') echo '--watch --space= --change-request= --metadata --no-metadata --computed --no-computed --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'content import') echo '--input= --space= --change-request= --url= --source= --wait --wait-timeout= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'content pages') echo 'list get links backlinks import --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'content pages list' | 'content pages ls') echo '--watch --space= --change-request= --metadata --no-metadata --computed --no-computed --sort= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'content pages get') echo '--watch --path= --space= --change-request= --format= --metadata --no-metadata --computed --no-computed --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'content pages links') echo '-L= --limit= --page-size= --cursor= --sort= --space= --change-request= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'content pages backlinks') echo '-L= --limit= --page-size= --cursor= --sort= --space= --change-request= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'content pages import') echo '--input= --space= --change-request= --url= --source= --wait --wait-timeout= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'content files') echo 'list get backlinks --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'content files list' | 'content files ls') echo '-L= --limit= --page-size= --cursor= --sort= --watch --space= --change-request= --metadata --no-metadata --computed --no-computed --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'content files get') echo '--watch --space= --change-request= --metadata --no-metadata --computed --no-computed --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'content files backlinks') echo '-L= --limit= --page-size= --cursor= --sort= --space= --change-request= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'content reusable-contents') echo 'get --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'content reusable-contents get') echo '--watch --space= --change-request= --metadata --no-metadata --computed --no-computed --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'comments') echo 'list create get update resolve reopen delete replies --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'comments list' | 'comments ls') echo '-L= --limit= --page-size= --cursor= --sort= --watch --space= --all-spaces --order= --status= --format= --target-page= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'comments create') echo '--input= --space= --markdown= --markdown-file= --node= --page= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'comments get') echo '--watch --space= --format= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'comments update') echo '--input= --space= --resolved --no-resolved --markdown= --markdown-file= --add-reaction= --remove-reaction= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'comments resolve') echo '--input= --space= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'comments reopen') echo '--input= --space= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'comments delete' | 'comments rm' | 'comments remove') echo '--ignore-not-found --space= --max-removals= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'comments replies') echo 'list create get update delete --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'comments replies list' | 'comments replies ls') echo '-L= --limit= --page-size= --cursor= --sort= --watch --space= --format= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'comments replies create') echo '--input= --space= --markdown= --markdown-file= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'comments replies get') echo '--watch --space= --format= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'comments replies update') echo '--input= --space= --markdown= --markdown-file= --add-reaction= --remove-reaction= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'comments replies delete' | 'comments replies rm' | 'comments replies remove') echo '--ignore-not-found --space= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'custom-fields') echo 'list create get update delete values --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'custom-fields list' | 'custom-fields ls') echo '-L= --limit= --page-size= --cursor= --sort= --watch --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'custom-fields create') echo '--input= --type= --title= --description= --placeholder= --option= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'custom-fields get') echo '--watch --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'custom-fields update') echo '--input= --title= --description= --placeholder= --option= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'custom-fields delete' | 'custom-fields rm' | 'custom-fields remove') echo '--ignore-not-found --max-removals= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'custom-fields values') echo 'list set --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'custom-fields values list' | 'custom-fields values ls') echo '--watch --space= --all-spaces --sort= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'custom-fields values set') echo '--input= --space= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'integrations') echo 'list get publish unpublish installations --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'integrations list' | 'integrations ls') echo '-L= --limit= --page-size= --cursor= --sort= --watch --search= --category= --block-domain= --blocks --no-blocks --content-sources --no-content-sources --owner= -w --web --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'integrations get') echo '--watch -w --web --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'integrations publish') echo '--input= --title= --description= --summary= --icon= --preview-image= --org= --visibility= --target= --scope= --category= --script= --external-link= --secret= --profile= --base-url= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'integrations unpublish') echo '--ignore-not-found --max-removals= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'integrations installations') echo '-L= --limit= --page-size= --cursor= --sort= --external-id= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'git') echo 'import export info --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'git import') echo '--input= --space= --url= --ref= --repo-cache-id= --repo-tree-url= --repo-commit-url= --project-directory= --timestamp= --force --standalone --provider= --provider-url= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'git export') echo '--input= --space= --url= --ref= --message= --repo-cache-id= --repo-tree-url= --repo-commit-url= --project-directory= --timestamp= --force --provider= --provider-url= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'git info') echo '--space= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'org') echo 'export plan apply snapshot validate rehearse audit --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'org export') echo '--out= --only= --without= --allow-partial --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'org plan') echo '--file= --only= --without= --skip-missing --delete --max-removals= --allow-ownerless --allow-delete= --refresh= --batch-size= --summary= --no-summary --check --out= --max-chars= -o= --output= --profile= --base-url= --org= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'org apply') echo '--file= --only= --without= --skip-missing --delete --max-removals= --allow-ownerless --allow-delete= --refresh= --batch-size= --summary= --no-summary --check --out= --max-chars= --concurrency= --deadline= --journal= -o= --output= --profile= --base-url= --org= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'org snapshot') echo '--out= --pseudonyms --allow-partial --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'org validate') echo '--file= --only= --without= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'org rehearse') echo '--file= --only= --without= --skip-missing --delete --max-removals= --allow-ownerless --allow-delete= --refresh= --batch-size= --summary= --no-summary --fail= --drop= --kill-after= --keep= --max-chars= -o= --output= --profile= --base-url= --org= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'org audit') echo 'rules diff --rules= --except= --severity= --max-admins= --domains= --internal= --fail-on= --exceptions= --baseline= --snapshot= --file= --max-chars= --summary= --no-summary -o= --output= --profile= --base-url= --org= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'org audit rules') echo '--severity= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'org audit diff') echo '--rules= --except= --severity= --max-admins= --domains= --internal= --check --across --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'batch') echo '--csv= --jsonl= --file= --failed= --keep-going --fail-fast --no-undo --concurrency= --deadline= --shard= --journal= --max-removals= --allow-ownerless --summary= --no-summary --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'apply-plan') echo '--concurrency= --deadline= --journal= --summary= --allow-delete= --max-removals= --allow-ownerless --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'runs') echo 'list show resume undo unlock prune --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'runs list' | 'runs ls') echo '--profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'runs show') echo '--profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'runs resume') echo '--concurrency= --deadline= --summary= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'runs undo') echo '--concurrency= --deadline= --journal= --summary= --max-removals= --allow-ownerless --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'runs unlock') echo '--profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'runs prune') echo '--older-than= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'auth') echo 'login logout status token --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'auth login') echo '--with-token --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'auth logout') echo '--profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'auth status') echo '--profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'auth token') echo '--profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'config') echo 'get set unset list path --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'config get') echo '--profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'config set') echo '--profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'config unset') echo '--profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'config list' | 'config ls') echo '--profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'config path') echo '--profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'profiles') echo 'list use create delete --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'profiles list' | 'profiles ls') echo '--profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'profiles use') echo '--profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'profiles create') echo '--protected --read-only --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'profiles delete' | 'profiles rm' | 'profiles remove') echo '--profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'doctor') echo '--profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'mcp') echo '--allow= --print-config= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'open') echo '--space= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'sandbox') echo 'serve reset export path --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'sandbox serve') echo '--port= --data= --token-file= --latency= --rate-limit= --fail= --drop= --seed= --log= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'sandbox reset') echo '--fixture= --members= --teams= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'sandbox export') echo '--profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'sandbox path') echo '--profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'init') echo '--ci= --what= --roster= --file= --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'api') echo '-f= --field= -F= --json-field= --input= -H= --header= --paginate --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'commands') echo '--profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'completion') echo '--profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  'version') echo '--licenses --profile= --base-url= --org= -o= --output= --json --fields= --query= --no-headers --csv-raw -q --quiet -y --yes --no-input --dry-run --timeout= --max-retries= --max-wait= --allow-http --ca-file= --debug --color --no-color --plain --pager --no-pager' ;;
  *) return 1 ;;
  esac
}

# Prints the known values of a flag.
_docs_admin_values() {
  case "$1 $2" in
  ' -o' | ' --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'sites -o' | 'sites --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'sites list --type' | 'sites ls --type') echo 'basic' ;;
  'sites list -o' | 'sites list --output' | 'sites ls -o' | 'sites ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'sites create --type') echo 'basic' ;;
  'sites create --visibility') echo 'public unlisted share-link visitor-auth' ;;
  'sites create -o' | 'sites create --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'sites get -o' | 'sites get --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'sites update --visibility') echo 'public unlisted share-link visitor-auth' ;;
  'sites update -o' | 'sites update --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'sites delete -o' | 'sites delete --output' | 'sites rm -o' | 'sites rm --output' | 'sites remove -o' | 'sites remove --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'sites adaptive-schema -o' | 'sites adaptive-schema --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'sites adaptive-schema get -o' | 'sites adaptive-schema get --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'sites adaptive-schema set -o' | 'sites adaptive-schema set --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'sites published -o' | 'sites published --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'sections -o' | 'sections --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'sections list -o' | 'sections list --output' | 'sections ls -o' | 'sections ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'sections create -o' | 'sections create --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'sections update -o' | 'sections update --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'sections delete -o' | 'sections delete --output' | 'sections rm -o' | 'sections rm --output' | 'sections remove -o' | 'sections remove --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'sections move -o' | 'sections move --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'section-groups -o' | 'section-groups --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'section-groups list -o' | 'section-groups list --output' | 'section-groups ls -o' | 'section-groups ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'section-groups create -o' | 'section-groups create --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'section-groups update -o' | 'section-groups update --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'section-groups delete -o' | 'section-groups delete --output' | 'section-groups rm -o' | 'section-groups rm --output' | 'section-groups remove -o' | 'section-groups remove --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'section-groups add-section -o' | 'section-groups add-section --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'section-groups remove-section -o' | 'section-groups remove-section --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'section-groups move -o' | 'section-groups move --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'site-spaces -o' | 'site-spaces --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'site-spaces list -o' | 'site-spaces list --output' | 'site-spaces ls -o' | 'site-spaces ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'site-spaces create -o' | 'site-spaces create --output' | 'site-spaces add -o' | 'site-spaces add --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'site-spaces update -o' | 'site-spaces update --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'site-spaces delete -o' | 'site-spaces delete --output' | 'site-spaces rm -o' | 'site-spaces rm --output' | 'site-spaces remove -o' | 'site-spaces remove --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'site-spaces move -o' | 'site-spaces move --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'openapi -o' | 'openapi --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'openapi list -o' | 'openapi list --output' | 'openapi ls -o' | 'openapi ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'openapi create -o' | 'openapi create --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'openapi get -o' | 'openapi get --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'openapi set -o' | 'openapi set --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'openapi delete -o' | 'openapi delete --output' | 'openapi rm -o' | 'openapi rm --output' | 'openapi remove -o' | 'openapi remove --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'translations -o' | 'translations --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'translations list -o' | 'translations list --output' | 'translations ls -o' | 'translations ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'translations create -o' | 'translations create --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'translations get -o' | 'translations get --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'translations update -o' | 'translations update --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'translations delete -o' | 'translations delete --output' | 'translations rm -o' | 'translations rm --output' | 'translations remove -o' | 'translations remove --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'translations languages -o' | 'translations languages --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'translations languages list -o' | 'translations languages list --output' | 'translations languages ls -o' | 'translations languages ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'translations languages get -o' | 'translations languages get --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'translations languages set -o' | 'translations languages set --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'translations languages delete -o' | 'translations languages delete --output' | 'translations languages rm -o' | 'translations languages rm --output' | 'translations languages remove -o' | 'translations languages remove --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'members -o' | 'members --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'members list --order' | 'members ls --order') echo 'desc asc' ;;
  'members list --role' | 'members ls --role') echo 'admin create review edit comment read guest' ;;
  'members list -o' | 'members list --output' | 'members ls -o' | 'members ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'members get -o' | 'members get --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'members update --role') echo 'admin create review edit comment read guest' ;;
  'members update -o' | 'members update --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'members remove -o' | 'members remove --output' | 'members rm -o' | 'members rm --output' | 'members delete -o' | 'members delete --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'members set-sso -o' | 'members set-sso --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'members spaces --order') echo 'desc asc' ;;
  'members spaces -o' | 'members spaces --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'members teams -o' | 'members teams --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'members ping -o' | 'members ping --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'members offboard -o' | 'members offboard --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'members onboard --role') echo 'admin create review edit comment read guest' ;;
  'members onboard -o' | 'members onboard --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'teams -o' | 'teams --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'teams list -o' | 'teams list --output' | 'teams ls -o' | 'teams ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'teams create -o' | 'teams create --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'teams get -o' | 'teams get --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'teams update -o' | 'teams update --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'teams delete -o' | 'teams delete --output' | 'teams rm -o' | 'teams rm --output' | 'teams remove -o' | 'teams remove --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'teams members -o' | 'teams members --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'teams members list -o' | 'teams members list --output' | 'teams members ls -o' | 'teams members ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'teams members update -o' | 'teams members update --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'teams members set --role') echo 'owner member' ;;
  'teams members set -o' | 'teams members set --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'teams members remove -o' | 'teams members remove --output' | 'teams members rm -o' | 'teams members rm --output' | 'teams members delete -o' | 'teams members delete --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'teams members sync -o' | 'teams members sync --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'spaces -o' | 'spaces --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'spaces list -o' | 'spaces list --output' | 'spaces ls -o' | 'spaces ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'spaces get -o' | 'spaces get --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'spaces permissions -o' | 'spaces permissions --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'spaces permissions list -o' | 'spaces permissions list --output' | 'spaces permissions ls -o' | 'spaces permissions ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'spaces permissions set --role') echo 'admin create review edit comment read guest' ;;
  'spaces permissions set -o' | 'spaces permissions set --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'spaces permissions remove -o' | 'spaces permissions remove --output' | 'spaces permissions rm -o' | 'spaces permissions rm --output' | 'spaces permissions delete -o' | 'spaces permissions delete --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'access -o' | 'access --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'access who-can -o' | 'access who-can --output') echo 'table wide json jsonl csv tsv yaml id html' ;;
  'access what-can --level') echo 'read comment edit review create admin' ;;
  'access what-can -o' | 'access what-can --output') echo 'table wide json jsonl csv tsv yaml id html' ;;
  'access explain --level') echo 'read comment edit review create admin' ;;
  'access explain -o' | 'access explain --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'access check -o' | 'access check --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'access report --level') echo 'read comment edit review create admin' ;;
  'access report -o' | 'access report --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'access diff -o' | 'access diff --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'saml -o' | 'saml --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'saml list -o' | 'saml list --output' | 'saml ls -o' | 'saml ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'saml create --default-role') echo 'admin create review edit comment read guest' ;;
  'saml create -o' | 'saml create --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'saml get -o' | 'saml get --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'saml update --default-role') echo 'admin create review edit comment read guest' ;;
  'saml update -o' | 'saml update --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'saml delete -o' | 'saml delete --output' | 'saml rm -o' | 'saml rm --output' | 'saml remove -o' | 'saml remove --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'sso -o' | 'sso --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'sso list -o' | 'sso list --output' | 'sso ls -o' | 'sso ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'collections -o' | 'collections --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'collections list -o' | 'collections list --output' | 'collections ls -o' | 'collections ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'collections create -o' | 'collections create --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'collections get -o' | 'collections get --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'collections update --default-level') echo 'admin create review edit comment read inherit guest' ;;
  'collections update -o' | 'collections update --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'collections delete -o' | 'collections delete --output' | 'collections rm -o' | 'collections rm --output' | 'collections remove -o' | 'collections remove --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'collections spaces -o' | 'collections spaces --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'collections move -o' | 'collections move --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'collections transfer -o' | 'collections transfer --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'collections permissions -o' | 'collections permissions --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'collections permissions list -o' | 'collections permissions list --output' | 'collections permissions ls -o' | 'collections permissions ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'collections permissions set --role') echo 'admin create review edit comment read guest' ;;
  'collections permissions set -o' | 'collections permissions set --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'collections permissions remove -o' | 'collections permissions remove --output' | 'collections permissions rm -o' | 'collections permissions rm --output' | 'collections permissions delete -o' | 'collections permissions delete --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'change-requests -o' | 'change-requests --output' | 'crs -o' | 'crs --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'change-requests list --status' | 'change-requests ls --status' | 'crs list --status' | 'crs ls --status') echo 'draft open merged archived' ;;
  'change-requests list -o' | 'change-requests list --output' | 'change-requests ls -o' | 'change-requests ls --output' | 'crs list -o' | 'crs list --output' | 'crs ls -o' | 'crs ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'change-requests create -o' | 'change-requests create --output' | 'crs create -o' | 'crs create --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'change-requests get -o' | 'change-requests get --output' | 'crs get -o' | 'crs get --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'change-requests update --status' | 'crs update --status') echo 'draft open merged archived' ;;
  'change-requests update -o' | 'change-requests update --output' | 'crs update -o' | 'crs update --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'change-requests merge -o' | 'change-requests merge --output' | 'crs merge -o' | 'crs merge --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'change-requests pull -o' | 'change-requests pull --output' | 'crs pull -o' | 'crs pull --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'change-requests pdf -o' | 'change-requests pdf --output' | 'crs pdf -o' | 'crs pdf --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'content -o' | 'content --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'content get -o' | 'content get --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'content import --source') echo 'website markdown html docx confluence notion' ;;
  'content import -o' | 'content import --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'content pages -o' | 'content pages --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'content pages list -o' | 'content pages list --output' | 'content pages ls -o' | 'content pages ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'content pages get --format') echo 'markdown document' ;;
  'content pages get -o' | 'content pages get --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'content pages links -o' | 'content pages links --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'content pages backlinks -o' | 'content pages backlinks --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'content pages import --source') echo 'website markdown html docx confluence notion' ;;
  'content pages import -o' | 'content pages import --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'content files -o' | 'content files --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'content files list -o' | 'content files list --output' | 'content files ls -o' | 'content files ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'content files get -o' | 'content files get --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'content files backlinks -o' | 'content files backlinks --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'content reusable-contents -o' | 'content reusable-contents --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'content reusable-contents get -o' | 'content reusable-contents get --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'comments -o' | 'comments --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'comments list --order' | 'comments ls --order') echo 'desc asc' ;;
  'comments list --status' | 'comments ls --status') echo 'all resolved open' ;;
  'comments list --format' | 'comments ls --format') echo 'markdown document' ;;
  'comments list -o' | 'comments list --output' | 'comments ls -o' | 'comments ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'comments create -o' | 'comments create --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'comments get --format') echo 'markdown document' ;;
  'comments get -o' | 'comments get --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'comments update -o' | 'comments update --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'comments resolve -o' | 'comments resolve --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'comments reopen -o' | 'comments reopen --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'comments delete -o' | 'comments delete --output' | 'comments rm -o' | 'comments rm --output' | 'comments remove -o' | 'comments remove --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'comments replies -o' | 'comments replies --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'comments replies list --format' | 'comments replies ls --format') echo 'markdown document' ;;
  'comments replies list -o' | 'comments replies list --output' | 'comments replies ls -o' | 'comments replies ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'comments replies create -o' | 'comments replies create --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'comments replies get --format') echo 'markdown document' ;;
  'comments replies get -o' | 'comments replies get --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'comments replies update -o' | 'comments replies update --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'comments replies delete -o' | 'comments replies delete --output' | 'comments replies rm -o' | 'comments replies rm --output' | 'comments replies remove -o' | 'comments replies remove --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'custom-fields -o' | 'custom-fields --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'custom-fields list -o' | 'custom-fields list --output' | 'custom-fields ls -o' | 'custom-fields ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'custom-fields create --type') echo 'text number boolean tags select:single select:multi' ;;
  'custom-fields create -o' | 'custom-fields create --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'custom-fields get -o' | 'custom-fields get --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'custom-fields update -o' | 'custom-fields update --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'custom-fields delete -o' | 'custom-fields delete --output' | 'custom-fields rm -o' | 'custom-fields rm --output' | 'custom-fields remove -o' | 'custom-fields remove --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'custom-fields values -o' | 'custom-fields values --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'custom-fields values list -o' | 'custom-fields values list --output' | 'custom-fields values ls -o' | 'custom-fields values ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'custom-fields values set -o' | 'custom-fields values set --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'integrations -o' | 'integrations --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'integrations list --category' | 'integrations ls --category') echo 'analytics collaboration content gitsync marketing visitor-auth other' ;;
  'integrations list -o' | 'integrations list --output' | 'integrations ls -o' | 'integrations ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'integrations get -o' | 'integrations get --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'integrations publish --visibility') echo 'public private unlisted' ;;
  'integrations publish --target') echo 'all organization site space' ;;
  'integrations publish --scope') echo 'space:views:read space:content:read space:content:write space:metadata:read space:metadata:write space:git:sync space:script:inject space:script:cookies space:visitor:auth site:metadata:read site:views:read site:script:inject site:script:cookies site:visitor:auth site:adaptive:read site:adaptive:write' ;;
  'integrations publish --category') echo 'analytics collaboration content gitsync marketing visitor-auth other' ;;
  'integrations publish -o' | 'integrations publish --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'integrations unpublish -o' | 'integrations unpublish --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'integrations installations -o' | 'integrations installations --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'git -o' | 'git --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'git import -o' | 'git import --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'git export -o' | 'git export --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'git info -o' | 'git info --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'org -o' | 'org --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'org export -o' | 'org export --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'org plan --allow-delete') echo 'collections sites' ;;
  'org plan --refresh') echo 'openapi saml' ;;
  'org plan -o' | 'org plan --output') echo 'text markdown json' ;;
  'org apply --allow-delete') echo 'collections sites' ;;
  'org apply --refresh') echo 'openapi saml' ;;
  'org apply -o' | 'org apply --output') echo 'table wide json jsonl csv tsv yaml id text markdown' ;;
  'org snapshot -o' | 'org snapshot --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'org validate -o' | 'org validate --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'org rehearse --allow-delete') echo 'collections sites' ;;
  'org rehearse --refresh') echo 'openapi saml' ;;
  'org rehearse -o' | 'org rehearse --output') echo 'text markdown json' ;;
  'org audit --severity') echo 'critical high medium low note' ;;
  'org audit --fail-on') echo 'critical high medium low note' ;;
  'org audit -o' | 'org audit --output') echo 'table wide json jsonl csv tsv yaml id markdown sarif junit html' ;;
  'org audit rules --severity') echo 'critical high medium low note' ;;
  'org audit rules -o' | 'org audit rules --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'org audit diff --severity') echo 'critical high medium low note' ;;
  'org audit diff -o' | 'org audit diff --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'batch -o' | 'batch --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'apply-plan --allow-delete') echo 'collections sites' ;;
  'apply-plan -o' | 'apply-plan --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'runs -o' | 'runs --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'runs list -o' | 'runs list --output' | 'runs ls -o' | 'runs ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'runs show -o' | 'runs show --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'runs resume -o' | 'runs resume --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'runs undo -o' | 'runs undo --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'runs unlock -o' | 'runs unlock --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'runs prune -o' | 'runs prune --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'auth -o' | 'auth --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'auth login -o' | 'auth login --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'auth logout -o' | 'auth logout --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'auth status -o' | 'auth status --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'auth token -o' | 'auth token --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'config -o' | 'config --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'config get -o' | 'config get --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'config set -o' | 'config set --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'config unset -o' | 'config unset --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'config list -o' | 'config list --output' | 'config ls -o' | 'config ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'config path -o' | 'config path --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'profiles -o' | 'profiles --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'profiles list -o' | 'profiles list --output' | 'profiles ls -o' | 'profiles ls --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'profiles use -o' | 'profiles use --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'profiles create -o' | 'profiles create --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'profiles delete -o' | 'profiles delete --output' | 'profiles rm -o' | 'profiles rm --output' | 'profiles remove -o' | 'profiles remove --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'doctor -o' | 'doctor --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'mcp --print-config') echo 'claude vscode cursor zed' ;;
  'mcp -o' | 'mcp --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'open -o' | 'open --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'sandbox -o' | 'sandbox --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'sandbox serve -o' | 'sandbox serve --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'sandbox reset -o' | 'sandbox reset --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'sandbox export -o' | 'sandbox export --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'sandbox path -o' | 'sandbox path --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'init --ci') echo 'github gitlab' ;;
  'init --what') echo 'roster audit organization' ;;
  'init -o' | 'init --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'api -o' | 'api --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'commands -o' | 'commands --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'completion -o' | 'completion --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  'version -o' | 'version --output') echo 'table wide json jsonl csv tsv yaml id' ;;
  esac
}

# Whether the tool looks up what may stand after a path, or after a path and a flag.
_docs_admin_is_live() {
  case $1 in
  *' --profile' | *' --fields' | *' --sort' | *' --default-site-space' | *' --default-site-section' | *' --site' | *' --before' | *' --after' | *' --section' | *' --successor' | *' --team' | *' --member' | *' --add' | *' --remove' | *' --collection' | *' --default-team' | *' --parent' | *' --contributor' | *' --change-request' | 'sites list --space' | 'sites ls --space' | 'sites create --space' | 'sites get' | 'sites update' | 'sites delete' | 'sites rm' | 'sites remove' | 'sites adaptive-schema get' | 'sites adaptive-schema set' | 'sites published' | 'sections list' | 'sections ls' | 'sections create --space' | 'sections create' | 'sections update' | 'sections delete' | 'sections rm' | 'sections remove' | 'sections move' | 'section-groups list' | 'section-groups ls' | 'section-groups create' | 'section-groups update' | 'section-groups delete' | 'section-groups rm' | 'section-groups remove' | 'section-groups add-section' | 'section-groups remove-section' | 'section-groups move' | 'site-spaces list' | 'site-spaces ls' | 'site-spaces create --space' | 'site-spaces add --space' | 'site-spaces create' | 'site-spaces add' | 'site-spaces update' | 'site-spaces delete' | 'site-spaces rm' | 'site-spaces remove' | 'site-spaces move' | 'openapi get' | 'openapi set' | 'openapi delete' | 'openapi rm' | 'openapi remove' | 'translations get' | 'translations update' | 'translations delete' | 'translations rm' | 'translations remove' | 'translations languages list' | 'translations languages ls' | 'translations languages get' | 'translations languages set' | 'translations languages delete' | 'translations languages rm' | 'translations languages remove' | 'members get' | 'members update' | 'members remove' | 'members rm' | 'members delete' | 'members set-sso' | 'members spaces' | 'members teams' | 'members offboard' | 'members onboard' | 'teams list --owner' | 'teams ls --owner' | 'teams get' | 'teams update' | 'teams delete' | 'teams rm' | 'teams remove' | 'teams members list' | 'teams members ls' | 'teams members update --role' | 'teams members update' | 'teams members set' | 'teams members remove' | 'teams members rm' | 'teams members delete' | 'spaces permissions list' | 'spaces permissions ls' | 'spaces permissions set' | 'spaces permissions remove' | 'spaces permissions rm' | 'spaces permissions delete' | 'access what-can' | 'access explain' | 'access check' | 'saml get' | 'saml update' | 'saml delete' | 'saml rm' | 'saml remove' | 'collections get' | 'collections update' | 'collections delete' | 'collections rm' | 'collections remove' | 'collections spaces' | 'collections move' | 'collections transfer' | 'collections permissions list' | 'collections permissions ls' | 'collections permissions set' | 'collections permissions remove' | 'collections permissions rm' | 'collections permissions delete' | 'change-requests list --space' | 'change-requests ls --space' | 'crs list --space' | 'crs ls --space' | 'change-requests list' | 'change-requests ls' | 'crs list' | 'crs ls' | 'change-requests create --space' | 'crs create --space' | 'change-requests create' | 'crs create' | 'change-requests get --space' | 'crs get --space' | 'change-requests get' | 'crs get' | 'change-requests update --space' | 'crs update --space' | 'change-requests update' | 'crs update' | 'change-requests merge --space' | 'crs merge --space' | 'change-requests merge' | 'crs merge' | 'change-requests pull --space' | 'crs pull --space' | 'change-requests pull' | 'crs pull' | 'change-requests pdf --space' | 'crs pdf --space' | 'change-requests pdf' | 'crs pdf' | 'content get --space' | 'content import --space' | 'content pages list --space' | 'content pages ls --space' | 'content pages get --space' | 'content pages links --space' | 'content pages backlinks --space' | 'content pages import --space' | 'content files list --space' | 'content files ls --space' | 'content files get --space' | 'content files backlinks --space' | 'content reusable-contents get --space' | 'comments list --space' | 'comments ls --space' | 'comments list' | 'comments ls' | 'comments create --space' | 'comments create' | 'comments get --space' | 'comments get' | 'comments update --space' | 'comments update' | 'comments resolve --space' | 'comments resolve' | 'comments reopen --space' | 'comments reopen' | 'comments delete --space' | 'comments rm --space' | 'comments remove --space' | 'comments delete' | 'comments rm' | 'comments remove' | 'comments replies list --space' | 'comments replies ls --space' | 'comments replies list' | 'comments replies ls' | 'comments replies create --space' | 'comments replies create' | 'comments replies get --space' | 'comments replies get' | 'comments replies update --space' | 'comments replies update' | 'comments replies delete --space' | 'comments replies rm --space' | 'comments replies remove --space' | 'comments replies delete' | 'comments replies rm' | 'comments replies remove' | 'custom-fields get' | 'custom-fields update' | 'custom-fields delete' | 'custom-fields rm' | 'custom-fields remove' | 'custom-fields values list --space' | 'custom-fields values ls --space' | 'custom-fields values list' | 'custom-fields values ls' | 'custom-fields values set --space' | 'custom-fields values set' | 'integrations get' | 'integrations publish' | 'integrations unpublish' | 'integrations installations' | 'git import --space' | 'git import' | 'git export --space' | 'git export' | 'git info --space' | 'git info' | 'runs show' | 'runs resume' | 'runs undo' | 'runs unlock' | 'config get' | 'config set' | 'config unset' | 'profiles use' | 'profiles delete' | 'profiles rm' | 'profiles remove' | 'open') ;;
  *) return 1 ;;
  esac
}

# Whether files may stand there.
_docs_admin_is_file() {
  case $1 in
  *' --ca-file' | *' --input' | *' --schema' | *' --instructions' | *' --journal' | *' --summary' | *' --plan' | *' --html' | *' --certificate' | *' --download' | *' --markdown-file' | *' --preview-image' | *' --script' | *' --out' | *' --keep' | *' --exceptions' | *' --baseline' | *' --snapshot' | *' --csv' | *' --jsonl' | *' --failed' | *' --data' | *' --token-file' | *' --log' | *' --roster' | 'openapi create --file' | 'openapi set --file' | 'members onboard --file' | 'teams members sync --file' | 'integrations publish --icon' | 'org plan --file' | 'org apply --file' | 'org validate --file' | 'org rehearse --file' | 'org audit --file' | 'batch --file' | 'apply-plan' | 'sandbox export') ;;
  *) return 1 ;;
  esac
}

# Sets REPLY to what a word of the line stands for, and open to the quotation mark that it leaves open.
_docs_admin_unquote() {
  local text=$1 char i
  REPLY='' open=''
  for ((i = 0; i < ${#text}; i++)); do
    char=${text:i:1}
    case $open$char in
    "''" | '""') open='' ;;
    "'"?) REPLY+=$char ;;
    '"\')
      [[ ${text:i+1:1} == [\"\\\$\`] ]] && ((i++))
      REPLY+=${text:i:1}
      ;;
    '"'?) REPLY+=$char ;;
    "'" | '"') open=$char ;;
    \\)
      ((i++))
      REPLY+=${text:i:1}
      ;;
    *) REPLY+=$char ;;
    esac
  done
}

# Sets words to the words after the tool's name, and part to the part of the last one that bash replaces: bash splits
# words at colons and equals signs.
_docs_admin_read() {
  local line=${COMP_LINE#*"${COMP_WORDS[0]}"} i
  words=()
  for ((i = 1; i <= COMP_CWORD; i++)); do
    part=${COMP_WORDS[i]}
    if [[ $line == [[:space:]]* || i -eq 1 ]]; then words+=("$part"); else words[-1]+=$part; fi
    line=${line#*"$part"}
  done
  [[ $part != [=:] ]] || part=''
}

# Offers a value, so that it stands for itself where it is inserted; $2 is shown beside it in a list.
_docs_admin_offer() {
  local text=$head$1
  [[ $1 == "$cur"* && $text == "$before"* ]] || return
  text=${text#"$before"}
  case $open in
  '') printf -v text %q "$text" ;;
  "'") text=${text//"'"/"'\\''"} ;;
  '"')
    # In double quotes, nothing takes its meaning from an exclamation mark.
    [[ $text != *'!'* ]] || return
    text=${text//\\/\\\\}
    text=${text//'"'/\\'"'}
    text=${text//'$'/\\'$'}
    text=${text//'`'/\\'`'}
    ;;
  esac
  COMPREPLY+=("$text")
  shown+=("$1${2:+  ($2)}")
}

# Offers what the tool looks up, with titles where bash only lists.
_docs_admin_look_up() {
  local value title shown=()
  while IFS=$'\t' read -r value title; do
    _docs_admin_offer "$value" "$title"
  done < <("${COMP_WORDS[0]}" __complete -- "${words[@]}" 2> /dev/null)
  # The value of a field follows its name at once.
  [[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2> /dev/null
  if [[ ${#COMPREPLY[@]} -gt 1 && $COMP_TYPE == 63 ]]; then COMPREPLY=("${shown[@]}"); fi
}

# Offers those of the words in $1 that begin like the last one; flags only where it begins like a flag.
_docs_admin_choose() {
  local value shown=()
  for value in $1; do
    [[ $value == -* && $cur != -* ]] || _docs_admin_offer "$value"
  done
}

# Offers the values of a flag, or else of an argument.
_docs_admin_value() {
  if _docs_admin_is_live "$1"; then
    _docs_admin_look_up
  elif _docs_admin_is_file "$1"; then
    compopt -o bashdefault -o default 2> /dev/null
  fi
}

_docs_admin() {
  local words part open cur head='' before path='' next flag='' word raw i dashes='' IFS=$' \t\n' REPLY
  COMPREPLY=()
  _docs_admin_read
  raw=${words[-1]}
  for i in "${!words[@]}"; do
    _docs_admin_unquote "${words[i]}"
    words[i]=$REPLY
  done
  cur=$REPLY
  # A quotation mark within a word: bash itself does not know then what it replaces.
  [[ -z $open || $part == "$open"* ]] || return
  _docs_admin_unquote "${raw%"$part"}"
  before=$REPLY
  _docs_admin_unquote "$part"
  next=" $(_docs_admin_next '') "
  for word in "${words[@]:0:${#words[@]}-1}"; do
    if [[ -n $flag ]]; then
      flag=''
    elif [[ -n $dashes ]]; then
      continue
    elif [[ $word == -- ]]; then
      dashes=1
    elif [[ $word == -[!-]?* && $next != *" ${word:0:2}= "* ]]; then
      # Short flags in a group; the last one may take a value.
      [[ $next != *" -${word: -1}= "* ]] || flag=-${word: -1}
    elif [[ $word == -* ]]; then
      [[ $next != *" $word= "* ]] || flag=$word
    elif _docs_admin_next "${path:+$path }$word" > /dev/null; then
      path=${path:+$path }$word
      next=" $(_docs_admin_next "$path") "
    fi
  done
  if [[ -z $flag && $cur == --*=* && $next == *" ${cur%%=*}= "* ]]; then
    flag=${cur%%=*}
    head=$flag=
    cur=${cur#*=}
  fi
  if [[ -n $flag ]]; then
    local values
    values=$(_docs_admin_values "$path" "$flag")
    if [[ -n $values ]]; then _docs_admin_choose "$values"; else _docs_admin_value "$path $flag"; fi
  elif [[ $cur == -* && -z $dashes ]]; then
    _docs_admin_choose "${next//= / } --help"
  else
    _docs_admin_choose "${next//= / }"
    [[ ${#COMPREPLY[@]} -gt 0 ]] || _docs_admin_value "$path"
  fi
}

complete -F _docs_admin docs-admin
