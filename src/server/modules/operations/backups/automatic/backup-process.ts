import { type BackupReport, type SentTask, unpackTask } from './backup-task.ts'
import { doBackupTask } from './do-backup-task.ts'

// A separate process, so that orders don't share its CPU and memory. It ends with its parent.

const stopping = new AbortController()
const stop = () => stopping.abort(new Stopped('stopped'))
process.once('disconnect', stop)
process.once('SIGTERM', stop)
// A terminal sends it to all processes; the parent decides when to stop.
process.on('SIGINT', () => undefined)

class Stopped extends Error {
  override name = 'Stopped'
}

process.once('message', (sent: SentTask) => {
  void doBackupTask(unpackTask(sent), { signal: stopping.signal, send }).then(async (last) => {
    await send(last)
    process.exit(0)
  })
})

function send(report: BackupReport): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve()
    else process.send(report, () => resolve())
  })
}
