import { logToStderr, runAsChild } from './child-main.ts'
import { startSandboxGateway } from '#sandbox/gateway/start-gateway.ts'

await runAsChild(async ({ port, stateDir, isSynced }) => {
  const { SANDBOX_KEY: key, SANDBOX_MERCHANT: merchant, SANDBOX_SHOP_URL: shopUrl } = process.env
  const gateway = await startSandboxGateway({
    port,
    isSynced,
    ...(stateDir && { stateDir }),
    ...(key && { key }),
    ...(merchant && { merchant }),
    ...(shopUrl && { shopUrl }),
    log: logToStderr,
  })
  return { url: gateway.url, merchant: gateway.merchant, key: gateway.key, others: gateway.others }
})
