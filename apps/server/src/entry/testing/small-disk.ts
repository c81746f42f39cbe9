import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Why no disk of its own can be had here, if so. */
export function lacksDisk(): string | undefined {
  const trial = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'])
  return trial.status === 0 ? undefined : 'needs to mount a tmpfs'
}

/** A disk that can be filled without harm to anyone else. */
export async function mountDisk(
  cleaning: AsyncDisposableStack,
  megabytes: number,
): Promise<string> {
  const disk = await mkdtemp(join(tmpdir(), 'recto-disk-'))
  cleaning.defer(() => rm(disk, { recursive: true, force: true }))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk])
  cleaning.defer(() => void execFileSync('umount', [disk]))
  return disk
}
