# slurm_private.sh - sourced by tests that need a batch system: starts a private Slurm on this
# machine, with simulated nodes; no other Slurm is seen or touched.
# Use: slurm_possible || skip "$slurm_reason"
#      slurm_start FOLDER NODES CPUS       sets SLURM_CONF, so that sbatch etc. work
#      slurm_stop                          also from a trap, or after a failed start
# FOLDER must not exist; it keeps keys, state and logs, and the caller removes it.
# The daemons are started directly, as root, and tracked by process id.

slurm_folder=

# Whether Slurm can be started here; if not, $slurm_reason says why.
slurm_possible() {
    local tool
    slurm_reason=
    [ "$(id -u)" -eq 0 ] || slurm_reason="a Slurm for the test needs root"
    for tool in munged slurmctld slurmd sbatch; do
        [ -n "$slurm_reason" ] || command -v $tool >/dev/null ||
            slurm_reason="$tool is missing: apt-get install munge slurm-wlm"
    done
    [ -z "$slurm_reason" ]
}

# The first of COUNT consecutive free ports, below the system's ephemeral ports.
slurm_free_ports() {
    local count=$1 base port attempt
    for ((attempt = 0; attempt < 50; attempt++)); do
        base=$((10000 + (RANDOM * 32768 + RANDOM) % 20000))
        for ((port = base; port < base + count; port++)); do
            ! (: <>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || continue 2
        done
        echo $base
        return 0
    done
    return 1
}

# A requeued job waits until the credentials of its last start expire: 5 s instead of two
# minutes. Processes are tracked by group: a container may lack cgroups.
slurm_write_conf() {
    local nodes=$1 cpus=$2 port=$3 host
    host=$(uname -n)
    host=${host%%.*}
    cat >"$slurm_folder/etc/slurm.conf" <<CONF
ClusterName=fulcrum
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort=$port
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$slurm_folder/run/munge.sock,cred_expire=5
StateSaveLocation=$slurm_folder/state
SlurmdSpoolDir=$slurm_folder/spool/%n
SlurmctldPidFile=$slurm_folder/run/slurmctld.pid
SlurmdPidFile=$slurm_folder/run/slurmd-%n.pid
SlurmctldLogFile=$slurm_folder/log/slurmctld.log
SlurmdLogFile=$slurm_folder/log/slurmd-%n.log
MailProg=/bin/true
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc=$slurm_folder/log/jobs.log
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
SlurmdParameters=config_overrides
ReturnToService=1
KillWait=30
NodeName=node[1-$nodes] NodeHostname=$host NodeAddr=127.0.0.1 Port=[$((port + 1))-$((port + nodes))] CPUs=$cpus RealMemory=64000 State=UNKNOWN
PartitionName=test Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
    # slurmd requires this file at its start whatever the settings; it has no effect.
    echo "CgroupPlugin=cgroup/v1" >"$slurm_folder/etc/cgroup.conf"
}

slurm_start() {
    local nodes=$2 cpus=$3 port node deadline
    slurm_folder=$(realpath -m "$1")
    mkdir "$slurm_folder" && mkdir "$slurm_folder"/{etc,run,log,state,spool} || return 1
    chmod a+x "$(dirname "$slurm_folder")" # munged requires that everybody can reach its socket
    port=$(slurm_free_ports $((nodes + 1))) || return 1
    for node in $(compgen -e | grep -E '^(SLURM|SBATCH|SQUEUE|SCANCEL)_'); do
        unset "$node" # from a job that this test may run in
    done
    export SLURM_CONF=$slurm_folder/etc/slurm.conf
    slurm_write_conf "$nodes" "$cpus" "$port"
    (umask 077 && head -c 128 /dev/urandom >"$slurm_folder/etc/munge.key")
    munged --origin=127.0.0.1 --socket="$slurm_folder/run/munge.sock" \
        --key-file="$slurm_folder/etc/munge.key" \
        --pid-file="$slurm_folder/run/munged.pid" \
        --log-file="$slurm_folder/log/munged.log" \
        --seed-file="$slurm_folder/state/munged.seed" && slurmctld || return 1
    for ((node = 1; node <= nodes; node++)); do
        mkdir "$slurm_folder/spool/node$node" && slurmd -N "node$node" || return 1
    done
    deadline=$((SECONDS + 30))
    until [ "$(sinfo -h -N -t idle -o %N 2>/dev/null | sort -u | wc -l)" -eq "$nodes" ]; do
        [ $SECONDS -lt $deadline ] || return 1
        sleep 0.1
    done
}

# Whether a process has this name and is not a zombie.
slurm_is() {
    [ "$(cat "/proc/$1/comm" 2>/dev/null)" = "$2" ] &&
        ! grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null
}

slurm_end() {
    local name=$1 pid=$2 i
    slurm_is "$pid" "$name" || return 0
    kill "$pid"
    for ((i = 0; i < 200; i++)); do
        slurm_is "$pid" "$name" || return 0
        sleep 0.05
    done
    kill -9 "$pid"
}

# Jobs first: they outlive the daemon that started them. Remaining job processes are
# recognized by their open log.
slurm_stop() {
    local file name process deadline=$((SECONDS + 15))
    [ -n "$slurm_folder" ] && [ -d "$slurm_folder" ] || return 0
    if slurm_is "$(cat "$slurm_folder/run/slurmctld.pid" 2>/dev/null)" slurmctld; then
        timeout 10 scancel --user=root 2>/dev/null
        while [ -n "$(timeout 10 squeue -h 2>/dev/null)" ] && [ $SECONDS -lt $deadline ]; do
            sleep 0.2
        done
    fi
    for name in slurmd slurmctld munged; do
        for file in "$slurm_folder/run/$name"*.pid; do
            [ ! -s "$file" ] || slurm_end $name "$(cat "$file")"
        done
    done
    for process in /proc/[0-9]*; do
        [ "$(cat "$process/comm" 2>/dev/null)" = slurmstepd ] || continue
        readlink "$process"/fd/* 2>/dev/null | grep -qF "$slurm_folder/log/" &&
            kill -9 "${process#/proc/}"
    done
    slurm_folder=
}
