import type { Fault } from '#contract/base/faults.ts'
import type { Bucket } from '#server/integrations/outgoing/bucket.ts'
import { type Network, parseNetwork } from '#server/lib/http/outbound/allowed-addresses.ts'
import type { FileStores } from '#server/modules/attachments/archived-files.ts'

import type { BackupPlace } from './backup-place.ts'

/** What the process that makes or checks a backup is sent. */
export type BackupTask = {
  place: BackupPlace
  name: string
  passphrase: string | undefined
  /** What a folder must have already. */
  present: readonly string[]
  /** About as many are written. */
  bytes: number
} & ({ work: 'write'; ownerUrl: string; files: FileStores } | { work: 'check' })

/** What it sends. The last is one of the last three. */
export type BackupReport =
  | { is: 'upload'; id: string }
  | { is: 'progress'; bytes: number }
  | { is: 'written'; bytes: number; missingFiles: number }
  | { is: 'checked'; findings: number }
  /** `error`: of a bug, for the log. */
  | { is: 'failed'; fault: Fault; error?: string }

export type BackupEnd = Extract<BackupReport, { is: 'written' | 'checked' | 'failed' }>

/** As it is sent to another process: networks as text, since their objects lose their methods. */
export type SentTask = { task: BackupTask; networks: string[] }

export function packTask(task: BackupTask, networks: readonly Network[]): SentTask {
  return { task: withNetworks(task, []), networks: networks.map((network) => network.join('/')) }
}

export function unpackTask({ task, networks }: SentTask): BackupTask {
  return withNetworks(
    task,
    networks.map((text) => parseNetwork(text)).filter((network) => network !== undefined),
  )
}

function withNetworks(task: BackupTask, allowedNetworks: readonly Network[]): BackupTask {
  const reach = (bucket: Bucket) => ({ ...bucket, allowedNetworks })
  const place =
    task.place.store === 'bucket' ? { ...task.place, bucket: reach(task.place.bucket) } : task.place
  if (task.work === 'check') return { ...task, place }
  const { bucket } = task.files
  return { ...task, place, files: { ...task.files, bucket: bucket && reach(bucket) } }
}
