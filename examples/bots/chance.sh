#!/bin/sh
# A bot of every game, in a shell and awk: any answer will do.
#
#   innkeeper bot --server http://127.0.0.1:8017 --game echo --program "sh examples/bots/chance.sh" --against greedy

while read -r message; do
    case $message in
    '{"type": "move"'*)
        printf '%s\n' "$message" | awk -v seed="$(od -An -N4 -tu4 /dev/urandom)" '
            {
                match($0, /"actions": \[[^]]*\]/)               # the ids are the texts between quotes
                parts = split(substr($0, RSTART + 12, RLENGTH - 13), part, "\"")
                srand(seed)
                print part[2 * (1 + int(rand() * int(parts / 2)))]
            }'
        ;;
    esac
done
