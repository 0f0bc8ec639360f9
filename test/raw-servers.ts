import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'

/** Servers that a test controls down to the socket, and that end with it. */
const servers: { server: Server; sockets: Set<Socket> }[] = []

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  servers.push({ server, sockets })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

export const serve = async (listener: RequestListener) => `http://${await listen(createHttpServer(listener))}`
export const serveRaw = async (onSocket: (socket: Socket) => void) =>
  `http://${await listen(createServer(onSocket))}`

/** Ends the test's servers. */
export function endServers(): void {
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}
