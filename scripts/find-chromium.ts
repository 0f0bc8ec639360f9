import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const names = [
  // Without windows, a page costs a quarter less CPU: the other browsers draw theirs even if nobody sees them.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const installOne = 'apt-get install -y --no-install-recommends'
/** Debian's package of the headless browser; Ubuntu has none. */
const installCommand = `apt-get update && (${installOne} chromium-headless-shell || ${installOne} chromium)`
/** New machines often run automatic updates: how long to wait for their lock. */
const lockTries = 30
const lockSeconds = 10

/** Disabled browser features. Chromium uses only the last such flag, so those that Playwright disables are repeated. */
const disabledFeatures = [
  // The list below the address bar is a web page in its own process, per window: half the cost of a window.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // A renderer started in advance for each context, which a journey's first page may not use: a tenth of the cost of a
  // context with one page.
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Headless, and without requests to other servers. */
export const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
] as const

/** This machine's browser; CHROMIUM_PATH takes precedence. */
export function findChromium(): string | undefined {
  const given = process.env['CHROMIUM_PATH']
  if (given) return existsSync(given) ? given : undefined
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/snap/bin']
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...candidates, ...places].find((file) => existsSync(file))
}

/** Finds the browser, or installs it (as root on Debian), or throws with the command for it. */
export async function needChromium(say: (line: string) => void): Promise<string> {
  const found = findChromium()
  if (found) return found
  const canInstall = process.getuid?.() === 0 && (await run('apt-get', ['--version'])).isDone
  let said = ''
  if (canInstall) {
    say(`Installing the browser for the journeys: ${installCommand}`)
    said = await install()
    const installed = findChromium()
    if (installed) return installed
  }
  const advice = `The journeys need Chromium. Run: sudo sh -c "${installCommand}" (or set CHROMIUM_PATH)`
  throw new Error([advice, said].join('\n').trim())
}

/** Resolves with the end of the output. */
async function install(): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const { output } = await run('sh', ['-c', installCommand])
    const isHeld = output.includes('Could not get lock')
    if (!isHeld || tries === lockTries) return output.trim().split('\n').slice(-10).join('\n')
    await sleep(lockSeconds * 1000)
  }
}

async function run(command: string, args: string[]): Promise<{ isDone: boolean; output: string }> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, { env, maxBuffer: 64 << 20 })
    return { isDone: true, output: `${stdout}${stderr}` }
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string } // of execFile
    return { isDone: false, output: `${stdout}${stderr}` }
  }
}
