import { readdirSync, readFileSync } from 'node:fs'

export type Process = { pid: number; parent: number; command: string; residentBytes: number }

const PAGE_BYTES = 4096

/** Every live process of this machine, from /proc. */
export function listProcesses(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    const found = /^\d+$/.test(name) ? readProcess(Number(name)) : undefined
    return found === undefined ? [] : [found]
  })
}

/** Descendants of a process, nearest first. */
export function listBelow(pid: number, all = listProcesses()): Process[] {
  const children = all.filter(({ parent }) => parent === pid)
  return [...children, ...children.flatMap((child) => listBelow(child.pid, all))]
}

/** Processes with a text in their arguments or environment. */
export function listMarked(mark: string): Process[] {
  return listProcesses().filter(
    ({ pid, command }) =>
      pid !== process.pid && (command.includes(mark) || read(pid, 'environ').includes(mark)),
  )
}

/** Undefined for an ended process, and for a zombie. */
export function readProcess(pid: number): Process | undefined {
  // The name in parentheses may contain anything; after the last parenthesis the fields are plain.
  const [state, parent, ...others] = read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
  if (parent === undefined || state === 'Z' || state === 'X') return undefined
  const residentBytes = Number(others[19]) * PAGE_BYTES
  return {
    pid,
    parent: Number(parent),
    command: read(pid, 'cmdline').replaceAll('\0', ' ').trim(),
    residentBytes,
  }
}

/** Empty if it has ended meanwhile, or is not readable. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}
