import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'

/** The path of `key` in the folder. We create the keys; one that leads outside is a bug. */
function pathOf(folder: string, key: string): string {
  const path = join(folder, key)
  if (!path.startsWith(folder + sep)) throw new Error('a key leads outside its folder')
  return path
}

/** Durable when it resolves; complete or absent after a crash. */
export async function putOnDisk(folder: string, key: string, bytes: Buffer): Promise<void> {
  const path = pathOf(folder, key)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.part`
  const file = await open(part, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, path)
}

/** Undefined if it doesn't exist. */
export async function getFromDisk(folder: string, key: string): Promise<Buffer | undefined> {
  try {
    return await readFile(pathOf(folder, key))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export async function removeFromDisk(folder: string, key: string): Promise<void> {
  const path = pathOf(folder, key)
  await rm(path, { force: true })
  await rm(`${path}.part`, { force: true })
}
