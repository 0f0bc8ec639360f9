import { readControlBody } from '#sandbox/http/read-body.ts'
import { refuse } from '#sandbox/http/refusal.ts'
import { jsonAnswer, type Answer } from '#sandbox/http/send.ts'
import type { Exchange } from '#sandbox/http/serve-on-loopback.ts'
import type { Faults } from './faults.ts'

/** /sandbox/faults: GET lists the pending faults, POST adds one, DELETE clears them all. */
export async function answerFaultCall({ request }: Exchange, faults: Faults): Promise<Answer> {
  switch (request.method) {
    case 'GET':
      return jsonAnswer(faults.list())
    case 'POST':
      return jsonAnswer(faults.add(await readControlBody(request)))
    case 'DELETE':
      faults.clear()
      return jsonAnswer([])
    default:
      return refuse(405, 'Faults are read with GET, added with POST and cleared with DELETE.')
  }
}
