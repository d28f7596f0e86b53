# Without Slurm: `job.sh task I`, and `job.sh finish`, exit with status 3 where the same call resumes.
[[ -n ${SLURM_ARRAY_JOB_ID-} || $* =~ ^(finish|task [0-9]+)$ ]] ||
    { echo 'usage: job.sh task I, or job.sh finish' >&2 && exit 2; }
job=${SLURM_ARRAY_JOB_ID-$1}_${SLURM_ARRAY_TASK_ID-${2-}}
kept=$folder/logs/$job.kept
export OMP_NUM_THREADS=$threads
say() {
    echo "$(date '+%F %T') $(uname -n) job $job: $*"
}
# Slurm does not always answer.
retry() {
    local left=5
    until "$@"; do
        ((--left)) || return
        sleep 3
    done
}

# Slurm signals only this script, before the time limit and when it ends the job. The script
# signals the program, once and by SIGUSR1: where Slurm sends SIGTERM to both, two of the same
# kind would end it at once. It then exits with status 3.
child='' signalled=''
pass_on() {
    [ -n "$stop" ] && [ -n "$child" ] && [ "$signalled" != "$child" ] || return
    signalled=$child
    kill -USR1 "$child" 2>/dev/null
}
trap 'trap "" TERM; stop=1; pass_on' TERM

# Requeues this job where Slurm would not: only a job that was not cancelled or preempted is still
# RUNNING. Gives up after four starts that saved nothing new.
again() {
    local state now
    trap '' TERM # Slurm sends it to requeued jobs
    state=RUNNING
    [ -z "${SLURM_ARRAY_JOB_ID-}" ] || state=$(retry squeue --noheader --jobs="$job" --format=%T)
    if [ "$state" != RUNNING ]; then
        say "stopped; Slurm ended the job (${state:-gone})"
        exit 3
    fi
    now=$({
        find "$out" \( -path '*/calls' -o -name '*.tmp' \) -prune -o -type f -printf '%P %s\n' | sort
        find "$folder" -maxdepth 1 -type f -exec cat {} +
        find "$out/.." -maxdepth 1 -name '*.merging' -printf '%f %s\n'
    } 2>/dev/null | cksum)
    [ "$now" = "$(tail -n 1 "$kept" 2>/dev/null)" ] || : >"$kept"
    echo "$now" >>"$kept"
    if [ "$(wc -l <"$kept")" -ge 4 ]; then
        say 'nothing new was saved in four starts in a row: giving up.'
        say "It needs a longer --time or more memory: $*"
        [ -n "${SLURM_ARRAY_JOB_ID-}" ] || rm "$kept" # the name is used again
        exit 2
    fi
    if [ -z "${SLURM_ARRAY_JOB_ID-}" ]; then
        say 'stopped, with what was done saved; the same call resumes'
        exit 3
    fi
    if retry scontrol requeue "$job"; then
        say 'stopped, with what was done saved; requeued'
        exit 0
    fi
    say 'Slurm does not requeue this job: what is missing is left to other jobs'
    exit 3
}

# Runs a command to its end; exits on an error.
work() {
    local status
    say "$*"
    "$@" </dev/null &
    child=$!
    pass_on
    wait "$child"
    status=$?
    if [ -n "$stop" ]; then # the signal may have ended the wait, not the command
        wait "$child"
        status=$?
    fi
    child=
    [ $status -ne 0 ] || return 0
    if [ $status -gt 128 ]; then
        say "ended by signal $((status - 128)) (9: killed, or out of memory)"
        again "$@"
    fi
    [ $status -ne 3 ] || again "$@"
    say "failed with status $status: $*"
    exit $status
}

command+=(--threads "$threads" --time-limit "$limit" --quiet)
if [ "$1" = finish ]; then
    work "${command[@]}"
    then_work
    say 'everything is done'
else
    work "${command[@]}" --task "${SLURM_ARRAY_TASK_ID-$2}/$tasks"
fi
