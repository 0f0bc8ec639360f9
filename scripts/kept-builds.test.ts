import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { lockDirectory } from '#server/lib/postgres/embedded/lock-directory.ts'

import { holdBuild, placeBuild, removeOldBuilds } from './kept-builds.ts'

const [first, second, third, fourth] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(16)) as [
  string,
  string,
  string,
  string,
]

function makeBuildsDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'tally-builds-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** Last used `secondsAgo`. */
function makeBuild(builds: string, name: string, secondsAgo: number): void {
  mkdirSync(join(builds, 'draft', 'client'), { recursive: true })
  writeFileSync(join(builds, 'draft', 'client', 'app.js'), '')
  placeBuild(join(builds, 'draft'), join(builds, name))
  const time = Date.now() / 1000 - secondsAgo
  utimesSync(join(builds, name, 'in-use.lock'), time, time)
}

test('the last used build stays for open pages, older ones are removed, and nothing else is', () => {
  const builds = makeBuildsDir()
  makeBuild(builds, first, 300)
  makeBuild(builds, second, 20)
  makeBuild(builds, third, 40)
  makeBuild(builds, fourth, 0)
  writeFileSync(join(builds, 'making.lock'), '')
  // Another process is building one.
  mkdirSync(join(builds, 'unfinished-7'))
  removeOldBuilds(builds, join(builds, fourth))
  expect(readdirSync(builds).toSorted()).toEqual([second, fourth, 'making.lock', 'unfinished-7'])
})

test('a build that a process has in use is not removed, however old; one that ended counts by its end', () => {
  const builds = makeBuildsDir()
  makeBuild(builds, first, 5000)
  makeBuild(builds, second, 50)
  makeBuild(builds, third, 40)
  const one = holdBuild(join(builds, first))
  const other = holdBuild(join(builds, first))
  one?.release()
  utimesSync(join(builds, first, 'in-use.lock'), 1, 1)
  removeOldBuilds(builds, join(builds, third))
  expect(readdirSync(builds).toSorted()).toEqual([first, second, third])
  other?.release()
  removeOldBuilds(builds, join(builds, third))
  expect(readdirSync(builds).toSorted()).toEqual([first, third])
})

test('what cannot be removed stays and fails nothing, and what a killed process left is removed', () => {
  const builds = makeBuildsDir()
  makeBuild(builds, first, 20)
  makeBuild(builds, second, 300)
  makeBuild(builds, third, 0)
  mkdirSync(join(builds, `${second}.removed`, 'client'), { recursive: true })
  // No lock can be taken in it.
  mkdirSync(join(builds, fourth, 'in-use.lock'), { recursive: true })
  removeOldBuilds(builds, join(builds, third))
  expect(readdirSync(builds).toSorted()).toEqual([first, third, fourth])
})

test('a build that is missing or being removed is not held', () => {
  const builds = makeBuildsDir()
  expect(holdBuild(join(builds, first))).toBeUndefined()
  makeBuild(builds, first, 0)
  const remover = lockDirectory(join(builds, first), 'in-use')
  expect(holdBuild(join(builds, first))).toBeUndefined()
  remover.release()
  expect(holdBuild(join(builds, first))?.dir).toBe(join(builds, first))
  expect(existsSync(join(builds, first, 'client/app.js'))).toBe(true)
})
