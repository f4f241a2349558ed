# Read a file of NAME='value' into the environment. Nobody but its owner and root may have written it.
read_settings() {
    if [ ! -r "$1" ]; then
        echo "$1 can't be read: run this as root or as cardroom, or name the folder: CARDROOM_ETC=…" >&2
        exit 78
    fi
    set -a
    . "$1"
    set +a
}
