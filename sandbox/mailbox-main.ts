import { logToStderr, runAsChild } from './child-main.ts'
import { startSandboxMailbox } from '#sandbox/mailbox/start-mailbox.ts'

await runAsChild(async ({ port, stateDir, isSynced }) => {
  const { url, smtpPort } = await startSandboxMailbox({
    port,
    isSynced,
    ...(stateDir && { stateDir }),
    log: logToStderr,
  })
  // There is no key: anyone on this machine may read it.
  return { url, key: '', smtpPort }
})
