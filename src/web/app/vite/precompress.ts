import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(?:js|css|svg|json|txt|webmanifest)$/
/** Below this size, compression saves less than its own headers. */
const sizeMin = 512

/**
 * Writes `.br` (level 11) and `.gz` next to every text file of the browser's build, once, at build time: brotli on the
 * fly at its default level is bigger than gzip. The list of routes is written into it only while the server is built,
 * which is why this runs after both.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle() {
      const { root, environments } = this.environment.getTopLevelConfig()
      const folder = resolve(root, environments['client']?.build.outDir ?? 'build/client')
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const paths = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
      const done = new Set(paths)
      await Promise.all(
        paths.filter((path) => compressible.test(path) && !done.has(`${path}.gz`)).map(compressFile),
      )
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < sizeMin) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
