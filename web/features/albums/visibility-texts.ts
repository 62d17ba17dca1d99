import type { AlbumVisibility } from '#contract/memes/albums.ts'

export const VISIBILITY_KEYS = {
  private: 'albums.visibility.private',
  unlisted: 'albums.visibility.unlisted',
  public: 'albums.visibility.public',
} as const satisfies Record<AlbumVisibility, string>
