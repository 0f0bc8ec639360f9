import { Socket } from 'node:net'

/**
 * The socket of a database connection. pg reads what comes within the socket's own event and throws there at what is
 * not PostgreSQL's protocol (half a message and then another, as a proxy that died leaves it): nobody could catch
 * it, and it would end the process. So it ends the connection, and is heard of by whoever asked on it. What comes over TLS
 * is not looked at here: nobody but the server itself can have broken it.
 */
export function makeSocket(): Socket {
  const socket = new Socket()
  const emit = socket.emit.bind(socket)
  socket.emit = (event: string | symbol, ...args: unknown[]) => {
    if (event !== 'data') return emit(event, ...args)
    try {
      return emit(event, ...args)
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error)
      socket.destroy(
        new Error(`Connection terminated: what came is not PostgreSQL's protocol (${said})`, {
          cause: error,
        }),
      )
      return true
    }
  }
  return socket
}
