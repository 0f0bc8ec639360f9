import { createServer, type ServerResponse } from 'node:http'

import { ConfigError } from '#server/lib/environment/environment.ts'

const RETRY_SECONDS = 60
const message = "We're doing maintenance. Please try again later."
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Maintenance</title><body style="font: 1rem/1.5 system-ui; margin: 15vh auto; max-width: 30rem; padding: 0 1rem">
<h1>Maintenance</h1><p>${message}</p></body></html>`

/**
 * Answers 503 in place of the stopped product: a page for visitors, the usual error for the API, no body for `/api/v2`
 * (reseller.md R8f) and webhooks, which gateways then send again.
 */
export async function serveMaintenance({
  host,
  port,
}: {
  host: string
  port: number
}): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    // A supervisor's liveness check.
    if (request.url === '/healthz') return void response.end('ok')
    refuse(request.url ?? '/', response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new ConfigError(
      `Port ${port} is in use: stop the product first. Its visitors see maintenance meanwhile.`,
    )
  })
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

function refuse(path: string, response: ServerResponse): void {
  response.statusCode = 503
  response.setHeader('retry-after', RETRY_SECONDS).setHeader('connection', 'close')
  if (/^\/api\/(?:v2\b|payment\/webhook\/)/.test(path)) return void response.end()
  const isApi = path.startsWith('/api/')
  response.setHeader('content-type', isApi ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8')
  response.end(isApi ? JSON.stringify({ success: false, code: 'maintenance', message }) : page)
}
