import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { toast } from '../../ui/toast.ts'
import { tagQuery } from './tag-query.ts'

export const sendTagFollow = (tag: string, follow: boolean) =>
  follow ? api('POST /tags/{tag}/follow', { params: { tag } }) : api('DELETE /tags/{tag}/follow', { params: { tag } })

/** Follows a tag, or stops following it. */
export function useFollowTag(tag: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (follow: boolean) => sendTagFollow(tag, follow),
    onSuccess: ({ data: viewer }) =>
      queryClient.setQueryData(
        tagQuery(tag).queryKey,
        (held) => held && { ...held, viewer: { isFollowing: viewer.isFollowing } },
      ),
    onError: (error) => toast.error(error),
  })
}
