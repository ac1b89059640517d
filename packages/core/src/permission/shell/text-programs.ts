import { diffDepth, grepDepth, rgDepth } from "./deep-read.ts";
import { judgeAwk } from "./judge-awk.ts";
import { judgeSed } from "./judge-sed.ts";
import type { ProgramFamily } from "./program-family.ts";
import { giveReason } from "./reason.ts";

const grepFlags =
  "-a -b -c -E -F -G -P -h -H -i -y -I -l -L -n -o -q -r -s -T -U -v -V -w -x -z -Z -A= -B= -C= -m= -e= -f< -d= -D= -# --after-context= --before-context= --context= --color? --colour? --count --extended-regexp --fixed-strings --basic-regexp --perl-regexp --files-with-matches --files-without-match --with-filename --no-filename --ignore-case --no-ignore-case --include= --exclude= --exclude-dir= --exclude-from< --invert-match --line-number --line-regexp --max-count= --no-messages --null --null-data --only-matching --quiet --silent --recursive --regexp= --file< --text --word-regexp --binary-files= --byte-offset --initial-tab --label= --line-buffered --version";
const grep = {
  flags: grepFlags,
  operands: "pattern",
  patternFlags: ["-e", "-f", "--regexp", "--file"],
  harmless: true,
  shows: true,
  depth: grepDepth,
} as const;

const reader = (flags: string) => ({ flags, harmless: true, shows: true }) as const;

/** Showing, searching, counting and comparing text. */
export const textPrograms: ProgramFamily = {
  cat: reader(
    "-A -b -e -E -n -s -t -T -u -v -l --show-all --number --number-nonblank --show-ends --show-tabs --squeeze-blank --show-nonprinting",
  ),
  head: reader("-n= -c= -q -v -z -# --lines= --bytes= --quiet --silent --verbose --zero-terminated"),
  tail: reader("-n= -c= -q -v -z -r -# --lines= --bytes= --quiet --silent --verbose --zero-terminated"),
  wc: { flags: "-c -m -l -L -w --bytes --chars --lines --max-line-length --words --total=", harmless: true },
  sort: {
    flags:
      "-b -d -f -g -h -i -M -n -R -r -V -c -C -m -s -u -z -k= -t= --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --human-numeric-sort --ignore-nonprinting --month-sort --numeric-sort --random-sort --reverse --sort= --version-sort --check? --key= --field-separator= --merge --stable --unique --zero-terminated --parallel= --debug",
    shows: true,
  },
  uniq: {
    flags:
      "-c -d -D -u -i -z -f= -s= -w= --count --repeated --all-repeated? --unique --ignore-case --zero-terminated --skip-fields= --skip-chars= --check-chars= --group?",
    most: 1,
    shows: true,
  },
  cut: reader(
    "-b= -c= -d= -f= -n -s -z --bytes= --characters= --delimiter= --fields= --only-delimited --complement --output-delimiter= --zero-terminated",
  ),
  tr: {
    flags: "-c -C -d -s -t -u --complement --delete --squeeze-repeats --truncate-set1",
    operands: "text",
    harmless: true,
  },
  grep,
  egrep: grep,
  fgrep: grep,
  rg: {
    flags:
      "-a -b -c -F -g= -h -H -i -I -l -n -N -o -P -q -r= -s -S -t= -T= -u -U -v -w -x -A= -B= -C= -M= -m= -e= -f< -d= -j= -0 -. -p -V --after-context= --before-context= --context= --context-separator= --color= --column --no-column --count --count-matches --crlf --debug --engine= --files --files-with-matches --files-without-match --fixed-strings --glob= --iglob= --glob-case-insensitive --heading --no-heading --hidden --no-hidden --ignore-case --ignore-file< --include-zero --invert-match --json --line-number --no-line-number --line-regexp --max-columns= --max-columns-preview --max-count= --max-depth= --max-filesize= --multiline --multiline-dotall --no-config --no-filename --no-follow --no-ignore --no-ignore-dot --no-ignore-parent --no-ignore-vcs --no-messages --no-pcre2-unicode --no-require-git --null --one-file-system --only-matching --passthru --path-separator= --pcre2 --pretty --quiet --regexp= --replace= --smart-case --case-sensitive --sort= --sortr= --stats --text --threads= --trim --type= --type-list --type-not= --unrestricted --version --vimgrep --with-filename --word-regexp --stop-on-nonmatch",
    operands: "pattern",
    patternFlags: ["-e", "-f", "--regexp", "--files", "--type-list"],
    shows: true,
    depth: rgDepth,
  },
  diff: {
    flags:
      "-a -b -B -c -C= -d -e -E -i -I= -n -N -p -q -r -s -t -T -u -U= -w -W= -x= -X< -y -Z --text --ignore-space-change --ignore-blank-lines --brief --color? --exclude= --ignore-all-space --ignore-case --minimal --new-file --recursive --report-identical-files --side-by-side --suppress-common-lines --unified? --width= --strip-trailing-cr --show-c-function --no-dereference --normal --ignore-trailing-space --label= -L= --left-column --context? --speed-large-files",
    harmless: true,
    shows: true,
    depth: diffDepth,
  },
  cmp: reader("-b -i= -l -n= -s --print-bytes --ignore-initial= --verbose --bytes= --quiet --silent"),
  comm: reader("-1 -2 -3 -z -i --check-order --nocheck-order --output-delimiter= --total --zero-terminated"),
  xxd: { flags: "-a -b -c= -C -d -e -E -g= -i -l= -n= -o= -p -s= -u", most: 1, shows: true },
  hexdump: reader("-b -c -C -d -o -x -v -e= -n= -s= -f<"),
  od: reader(
    "-a -b -c -d -f -h -i -l -o -s -x -v -A= -j= -N= -t= -w? --address-radix= --skip-bytes= --read-bytes= --format= --output-duplicates --width?",
  ),
  strings: reader("-a -f -n= -o -t= -w -e= -s= -# --all --print-file-name --bytes= --radix= --encoding="),
  column: reader(
    "-t -s= -o= -n= -c= -x -e -J -N= -R= -H= --table --separator= --output-separator= --json --table-columns= --table-right=",
  ),
  nl: reader("-b= -d= -f= -h= -i= -l= -n= -p -s= -v= -w="),
  tac: reader("-b -r -s= --before --regex --separator="),
  rev: reader(""),
  fold: reader("-b -c -s -w= --bytes --spaces --width="),
  fmt: reader("-c -s -t -u -w= -p= --width="),
  paste: reader("-d= -s -z --delimiters= --serial"),
  join: reader("-1= -2= -a= -e= -i -j= -o= -t= -v= -z --header"),
  expand: reader("-i -t= --tabs= --initial"),
  unexpand: reader("-a -t= --all --first-only --tabs="),
  jq: {
    flags:
      "-r -c -S -s -e -n -R -M -C -j -a -f< --raw-output --compact-output --sort-keys --slurp --exit-status --null-input --raw-input --monochrome-output --color-output --join-output --ascii-output --tab --indent= --from-file< --stream --seq --version",
    operands: "pattern",
    patternFlags: ["-f", "--from-file"],
    shows: true,
  },
  yq: {
    flags:
      "-r -P -e -N -M -C -j -o= -p= --unwrapScalar? --prettyPrint --exit-status --no-doc --no-colors --colors --output-format= --input-format= --version",
    operands: "pattern",
    shows: true,
    examine: ({ operands }) => {
      const code = operands[0]?.value ?? "";
      return /load|env|system|eval|split_doc/i.test(code) ? giveReason("argument", code) : undefined;
    },
  },
  sed: { judge: judgeSed },
  awk: { judge: judgeAwk },
  gawk: { judge: judgeAwk },
  mawk: { judge: judgeAwk },
};
