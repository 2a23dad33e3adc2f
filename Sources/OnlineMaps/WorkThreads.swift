// Owns `WorkThreads`: the threads on which online maps read the disk, judge answers and make pieces of tiles.

import NIOPosix

/// Two threads of the online maps' own. Whatever else the program's tasks are busy with, tiles go on; and however long a disk takes, no other task
/// waits for it. They start with the first tile and live as long as the program.
final class WorkThreads: TaskExecutor {
  static let shared = WorkThreads()
  private let pool = NIOThreadPool(numberOfThreads: 2)

  private init() { pool.start() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    pool.submit { _ in job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
