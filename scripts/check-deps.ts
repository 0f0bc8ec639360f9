/**
 * `npm run check:deps`: licences and install scripts of every package in the lock file, offline, and the
 * vulnerabilities known to the registry. Fails on findings, never because the registry does not respond.
 */
import { askForHoles } from './dependencies/ask-for-holes.ts'
import { judgePackages } from './dependencies/judge-packages.ts'
import { readLock } from './dependencies/read-lock.ts'

const packages = readLock()
const refused = judgePackages(packages)
for (const line of refused) console.log(line)
console.log(`licences and install scripts of ${packages.length} packages: ${refused.length} refused`)

const known = await askForHoles()
if (known.isAsked) {
  for (const line of known.holes) console.log(line)
  console.log(`known vulnerabilities: ${known.holes.length}`)
} else console.log(`known vulnerabilities: not checked: the registry does not answer (${known.why})`)

process.exitCode = refused.length > 0 || (known.isAsked && known.holes.length > 0) ? 1 : 0
