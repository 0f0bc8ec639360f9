import { randomBytes } from 'node:crypto'
import { chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { basename, join } from 'node:path'

import type { Account } from './pick-account.ts'
import { databaseName, superuser } from './place-cluster.ts'

/** Where a server listens; it outlives the server, so that one that crashed comes back at the same address. */
export type Address = {
  url: string
  folder: string
  settings: Record<string, string | number>
  remove(): Promise<void>
}

/**
 * A unix socket in a fresh folder that only PostgreSQL's account (and root) can enter. Who connects has to be this
 * process's own account, or root: where root lends the server to `postgres` or `nobody`, others may run under that one. It is in the
 * system's temporary folder because a socket's path must be short (103 bytes on macOS). Windows has TCP on loopback instead.
 * `note` is told of the folder before it is made, so that whoever comes after a crash can clear it away.
 */
export async function makeAddress(
  account: Account,
  note: (folder: string) => void = () => undefined,
): Promise<Address> {
  if (process.platform === 'win32') {
    const port = 20_000 + Math.floor(Math.random() * 20_000)
    const url = `postgresql://${superuser}@127.0.0.1:${port}/${databaseName}`
    return { url, folder: '', settings: { listen_addresses: '127.0.0.1', port }, remove: async () => {} }
  }
  const base = 'uid' in account || tmpdir().length > 60 ? '/tmp' : tmpdir()
  const folder = join(base, `tally-${randomBytes(8).toString('hex')}`)
  note(folder)
  await mkdir(folder, { mode: 0o700 })
  const rules = {
    hba_file: 'local all all peer map=own\n',
    // Root can read the files anyway, and runs `npm run audit` beside a product of another account.
    ident_file: `own "${userInfo().username}" all\nown root all\n`,
  }
  const files: Record<string, string> = {}
  for (const [setting, text] of Object.entries(rules)) {
    const file = (files[setting] = join(folder, `${setting}.conf`))
    await writeFile(file, text, { mode: 0o600 })
    if ('uid' in account) await chown(file, account.uid, account.gid)
  }
  if ('uid' in account) await chown(folder, account.uid, account.gid)
  return {
    url: `postgresql://${superuser}@localhost/${databaseName}?host=${encodeURIComponent(folder)}`,
    folder,
    settings: { listen_addresses: '', unix_socket_directories: folder, port: 5432, ...files },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The folder that an earlier run noted and did not live to remove. */
export async function removeLeftFolder(noted: unknown): Promise<void> {
  if (typeof noted !== 'string' || !/^tally-[0-9a-f]{16}$/.test(basename(noted))) return
  await rm(noted, { recursive: true, force: true })
}
