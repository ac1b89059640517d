import { judgeFind } from "./judge-find.ts";
import type { ProgramFamily } from "./program-family.ts";

const sums =
  "-b -c -t -w -z --binary --check --tag --text --quiet --status --strict --warn --zero --ignore-missing";
const sum = { flags: sums, harmless: true } as const;

/** Listing and finding files, and what they are. */
export const filePrograms: ProgramFamily = {
  ls: {
    flags:
      "-a -A -b -B -c -C -d -f -F -g -G -h -H -i -k -l -m -n -N -o -p -q -Q -r -R -s -S -t -T= -u -U -v -w= -x -X -Z -1 -@ -O -e --all --almost-all --author --color? --directory --file-type --full-time --group-directories-first --human-readable --inode --no-group --reverse --recursive --size --sort= --time= --time-style= --classify? --indicator-style= --ignore= -I= --hide= --format= --quoting-style= --si --numeric-uid-gid --literal --escape --width= --zero --context --block-size=",
    harmless: true,
  },
  find: { judge: judgeFind },
  fd: {
    flags:
      "-H -I -u -s -i -g -F -a -l -p -0 -1 -q -t= -e= -E= -d= -S= -c= -j= --hidden --no-ignore --no-ignore-vcs --unrestricted --case-sensitive --ignore-case --glob --regex --fixed-strings --absolute-path --list-details --full-path --print0 --max-results= --type= --extension= --exclude= --max-depth= --min-depth= --exact-depth= --size= --changed-within= --changed-before= --color= --quiet --version",
    operands: "pattern",
  },
  tree: {
    flags:
      "-a -d -f -x -L= -P= -I= -i -q -N -Q -p -u -g -s -h -D -F -v -t -c -U -r -n -C -S -A -J -X --noreport --dirsfirst --filesfirst --gitignore --prune --du --si --charset= --filelimit= --matchdirs --ignore-case --sort= --inodes --device --timefmt= --version",
  },
  stat: {
    flags: "-c= -f -L -t -x -s -n -r -l -F --format= --printf= --file-system --terse --dereference",
    harmless: true,
  },
  file: {
    flags:
      "-b -i -I -k -L -h -N -0 -r -s -E --brief --mime --mime-type --mime-encoding --keep-going --no-dereference --raw --extension",
  },
  du: {
    flags:
      "-a -b -c -h -k -m -s -S -x -0 -d= -g --all --apparent-size --bytes --total --human-readable --summarize --si --max-depth= --exclude= --one-file-system --time? --threshold= -t= --separate-dirs --inodes --block-size= -B= --null",
    harmless: true,
  },
  df: {
    flags:
      "-a -h -H -i -k -l -m -P -T -t= -x= --all --human-readable --si --inodes --local --portability --print-type --total --type= --exclude-type= --output? --block-size= -B=",
    harmless: true,
  },
  basename: { flags: "-a -s= -z --multiple --suffix= --zero", operands: "text", harmless: true },
  dirname: { flags: "-z --zero", operands: "text", harmless: true },
  realpath: {
    flags:
      "-e -m -L -P -q -s -z --canonicalize-existing --canonicalize-missing --logical --physical --quiet --strip --no-symlinks --zero --relative-to= --relative-base=",
    harmless: true,
  },
  readlink: {
    flags:
      "-f -e -m -n -q -s -v -z --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent --verbose --zero",
    harmless: true,
  },
  sha1sum: sum,
  sha224sum: sum,
  sha256sum: sum,
  sha384sum: sum,
  sha512sum: sum,
  md5sum: sum,
  b2sum: { flags: `${sums} -l= --length=`, harmless: true },
  cksum: { flags: `${sums} -a= --algorithm= -l= --length= --untagged --raw --base64`, harmless: true },
  shasum: { flags: "-a= -b -c -t -p -0 -1 -s -w --algorithm= --binary --check --text", harmless: true },
};
