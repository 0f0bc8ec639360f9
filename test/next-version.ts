import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { projectDir } from '#scripts/build-web.ts'

/** All that a start reads. The build is reused, since its sources are the same. */
const parts = [
  'src',
  'sandbox',
  'scripts',
  'db',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'tsconfig.base.json',
  'tsconfig.web.json',
]
const linked = ['node_modules', 'build']

/** A copy of the project with one more migration: the next version. */
export async function makeNextVersion(
  migration: string,
): Promise<{ dir: string; remove: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'tally-next-'))
  for (const part of parts) await cp(join(projectDir, part), join(dir, part), { recursive: true })
  for (const folder of linked) await symlink(join(projectDir, folder), join(dir, folder), 'junction')
  await writeFile(join(dir, 'db/migrations/9999_next.sql'), migration)
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) }
}
