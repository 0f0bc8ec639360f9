import { openConnection } from './http-client.ts'

export const CLIENTS = 64

type Drive = { url: string; requests: readonly Buffer[]; seconds: number }

/** Each client sends a random one of the requests as soon as its last was answered. Each request must place an order. */
export async function drive({ url, requests, seconds }: Drive) {
  const until = performance.now() + seconds * 1000
  const millis: number[] = []
  let placed = 0
  const client = async () => {
    const connection = openConnection(url)
    while (performance.now() < until) {
      const request = requests[Math.floor(Math.random() * requests.length)]
      if (request === undefined) break
      const answer = await connection.send(request)
      if (answer.status !== 201) throw new Error(`an order was answered with ${answer.status}`)
      placed += 1
      millis.push(answer.millis)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return { placed, millis }
}
