import { readFileSync } from 'node:fs'

const checkMilliseconds = 500

/**
 * Calls `end` when the process that started this one has ended: a killed npm, shell or bootstrap leaves no invisible
 * server behind. A process started directly, without npm, is left alone: it may be a daemon.
 */
export function endWithStarter(end: () => void): void {
  const isNpms = /bootstrap\.mjs/.test(process.env['npm_lifecycle_script'] ?? '')
  if (!isNpms && process.env['TALLY_BOOTSTRAP'] !== String(process.ppid)) return
  const chain = isNpms ? listChain() : [process.pid, process.ppid]
  const isBroken = () =>
    process.ppid !== chain[1] || chain.slice(1, -1).some((pid, at) => readParent(pid) !== chain[at + 2])
  const timer = setInterval(() => {
    if (!isBroken()) return
    clearInterval(timer)
    end()
  }, checkMilliseconds).unref()
}

/**
 * This process and its parents up to npm, which runs a shell that runs the bootstrap, which may have become this
 * process.
 */
function listChain() {
  const chain = [process.pid, process.ppid]
  while (readCommand(chain.at(-1)).includes('bootstrap.mjs')) {
    const parent = readParent(chain.at(-1))
    if (parent === undefined) break
    chain.push(parent)
  }
  return chain
}

/** Only known on Linux; elsewhere the direct parent is used. */
function readParent(pid: number | undefined): number | undefined {
  const parent = /\) \S (\d+) /.exec(readProc(pid, 'stat'))?.[1]
  return parent === undefined ? undefined : Number(parent)
}

function readCommand(pid: number | undefined) {
  return readProc(pid, 'cmdline')
}

function readProc(pid: number | undefined, file: string) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
