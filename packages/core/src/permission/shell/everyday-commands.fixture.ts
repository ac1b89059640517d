/** Commands that people and models run all day to look at a project. None changes anything. */
export const everydayCommands: readonly string[] = String.raw`
ls
ls -la
ls -lah src
ls -1 packages/core/src
ls -R test | head -50
ls *.json
ls src/*.ts
ls -lt | head
ls -d */
ls node_modules/.bin | grep vitest
pwd
pwd && ls -la
cd packages/core && ls
cd packages/core && git status
cd src && grep -rn "TODO" .
cat package.json
cat README.md | head -40
cat src/index.ts src/main.ts
cat -n src/app.ts
cat package.json | jq .scripts
cat tsconfig.json | jq '.compilerOptions.strict'
cat .gitignore
cat <<'EOF'
hello
EOF
head -20 README.md
head -n 100 src/server.ts
head -c 200 data.bin | xxd
tail -n 50 logs/app.log
tail -50 build.log | grep -i error
tail -n +20 file.txt
wc -l src/*.ts
wc -l < README.md
wc -c dist/bundle.js
find . -name "*.ts"
find . -name "*.ts" -not -path "*/node_modules/*"
find src -type f -name '*.test.ts' | wc -l
find . -type f -size +1M
find . -maxdepth 2 -type d
find . -type f -name "*.py" | head -20
find . -path ./node_modules -prune -o -name '*.js' -print
find . -name package.json -not -path '*/node_modules/*' | sort
find . \( -name '*.c' -o -name '*.h' \) -newer Makefile
find . -type f -mtime -1
find . -empty -type d
find . -type f -name '*.ts' | xargs grep -l "useState"
find src -type f -name '*.ts' | xargs wc -l
find . -type f -name '*.md' -print0 | xargs -0 grep -n install
rg TODO
rg -n "function main" src
rg --files | head
rg -l "import React" src | wc -l
rg -i -C 3 'error' --type ts
rg -g '*.ts' 'export const' packages
rg -c foo src | sort -t: -k2 -nr | head
rg --files -g '*.rs' | wc -l
rg -U 'a\nb' src
rg -l deprecated | xargs grep -n deprecated
grep -rn "createServer" src
grep -r "foo" --include=*.ts .
grep -rn --include='*.py' "def main" .
grep -n "version" package.json
grep -c error app.log
grep -v '^#' config.ini
grep -E 'foo|bar' src/a.ts
grep -A5 -B5 'class Foo' src/foo.ts
grep -i "license" README.md LICENSE
grep -rl "old_name" src | sort
grep -o 'v[0-9.]*' CHANGELOG.md | head -1
grep -q foo file.txt && echo yes || echo no
git status
git status --short
git status -sb
git status --porcelain
git log
git log --oneline
git log --oneline -10
git log -5 --stat
git log -n 3 --pretty=format:'%h %s'
git log --oneline --graph --all --decorate
git log --since="2 weeks ago" --author=alice
git log -p -2 src/index.ts
git log --follow -- src/a.ts
git log main..HEAD --oneline
git log -S'functionName' --oneline
git log --format='%an' | sort | uniq -c | sort -rn
git log -1 --format=%H
git diff
git diff --stat
git diff --cached
git diff --staged --name-only
git diff HEAD~1
git diff HEAD~3..HEAD -- src
git diff main...HEAD --stat
git diff --name-status origin/main
git diff -w src/a.ts | head -100
git diff --word-diff README.md
git show
git show HEAD
git show --stat HEAD~1
git show HEAD:package.json
git show abc1234 -- src/x.ts
git show HEAD:package.json | jq .version
git branch
git branch -a
git branch -vv
git branch --show-current
git branch --list 'feature/*'
git branch --contains abc123
git branch --merged main
git branch -r | head
git remote -v
git remote
git remote get-url origin
git tag
git tag -l 'v1.*'
git tag --sort=-creatordate | head -5
git rev-parse HEAD
git rev-parse --abbrev-ref HEAD
git rev-parse --show-toplevel
git rev-parse --short HEAD
git ls-files
git ls-files | wc -l
git ls-files '*.ts' | head
git ls-files --others --exclude-standard
git ls-tree -r HEAD --name-only
git blame src/index.ts
git blame -L 10,20 src/index.ts
git shortlog -sn HEAD
git describe --tags
git describe --tags --always --dirty
git config --get user.name
git config --list
git config --get remote.origin.url
git stash list
git reflog
git reflog | head -20
git grep -n TODO
git grep -l "foo" -- '*.ts'
git cat-file -p HEAD
git merge-base main HEAD
git rev-list --count HEAD
git for-each-ref --sort=-committerdate refs/heads --format='%(refname:short)'
git worktree list
git count-objects -vH
git check-ignore -v dist
git --no-pager log --oneline -5
git --no-pager diff --stat
git -C packages/core status
git --version
git status && git diff --stat
npm ls
npm ls --depth=0
npm ls react
npm list --depth 1 --json
npm ls 2>/dev/null | head -20
npm explain lodash
npm --version
npm -v
npm run
npm config get registry
npm pkg get version
npm root
node --version
node -v && npm -v
python --version
python3 --version
pip list
pip show requests
pip freeze | grep -i django
docker ps
docker ps -a
docker images
which node
which python3 && python3 --version
command -v rg
type git
whoami
id
uname -a
hostname
date
date +%Y-%m-%d
date -u +"%Y-%m-%dT%H:%M:%SZ"
env | sort
env | grep -i path
printenv PATH
ps aux | grep node
ps -ef | head
df -h
du -sh .
du -sh * | sort -h
du -sh node_modules
du -a src | sort -n -r | head -n 10
free -m
tree -L 2
tree -I node_modules -L 3 --dirsfirst
stat package.json
file dist/app.bin
diff a.txt b.txt
diff -u old.ts new.ts | head -80
diff -rq src dist
cmp a.bin b.bin
comm -12 a.txt b.txt
sort names.txt | uniq -c
sort -u list.txt
sort -k2 -n data.tsv | tail -5
cut -d, -f1,3 data.csv | head
cut -d: -f1 users.txt | sort
tr -d '\n' < version.txt
echo hello
echo "exit: $?"
echo "---"; ls; echo "---"
echo $(git rev-parse HEAD)
printf '%s\n' done
jq '.dependencies | keys' package.json
jq -r '.version' package.json
jq -r '.scripts | to_entries[] | .key' package.json
yq '.services' docker-compose.yml
sed -n '1,50p' src/index.ts
sed -n '10,20p;30p' file.txt
sed -n '/start/,/end/p' file.txt
sed 's/foo/bar/g' file.txt | head
sed -n 5p package.json
awk '{print $1}' file.txt
awk -F: '{print $1, $3}' users.txt
awk 'NR==5' file.txt
awk '/pattern/ {count++} END {print count}' log.txt
basename src/foo/bar.ts .ts
dirname src/foo/bar.ts
realpath src
readlink -f package.json
sha256sum dist/app.js
md5sum file.zip
xxd -l 64 image.png
hexdump -C -n 32 image.png
od -c file | head
strings dist/app.bin | grep -i version
column -t -s, data.csv
nl -ba src/a.ts | sed -n '20,40p'
tac app.log | head -20
seq 1 10
sleep 1
test -f package.json && echo found
[ -d node_modules ] && echo installed || echo missing
[[ -f tsconfig.json ]] && cat tsconfig.json
if [ -f Makefile ]; then cat Makefile; fi
if grep -q '"type": "module"' package.json; then echo esm; else echo cjs; fi
(cd packages/cli && ls)
{ git status; git log --oneline -3; }
ls src 2>/dev/null
ls missing 2>&1 | head -5
cat a.txt 2> /dev/null || echo none
LC_ALL=C sort words.txt | uniq | wc -l
NO_COLOR=1 git diff | cat
time ls -R > /dev/null
timeout 10 grep -r foo src
git log --oneline | head -5 && git status -s
cat package.json; echo; cat tsconfig.json
ls -la \
  src \
  test
! grep -q foo file.txt
git diff HEAD -- ':!package-lock.json'
grep -rn "x" src | awk -F: '{print $1}' | sort | uniq -c | sort -rn | head
`
  .trim()
  .split(/\n(?! |hello\n|EOF\n?)/);
