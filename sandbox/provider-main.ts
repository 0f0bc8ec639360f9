import { logToStderr, runAsChild } from './child-main.ts'
import { startSandboxProvider } from '#sandbox/provider/start-provider.ts'

await runAsChild(async (options) => {
  const key = process.env['SANDBOX_KEY']
  const provider = await startSandboxProvider({ ...options, ...(key && { key }), log: logToStderr })
  return { url: provider.url, key: provider.key }
})
