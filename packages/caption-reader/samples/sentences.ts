/** Typical meme texts in both languages; the last third of each list is reserved for the unseen sets. */
const VIETNAMESE = [
  'Hôm qua tôi đi ngủ lúc chín giờ mà sáng nay vẫn dậy trễ',
  'Mẹ bảo dọn phòng xong rồi mới được đi chơi với bạn',
  'Em ăn cơm chưa hay lại nhịn đói để giảm cân nữa rồi',
  'Sếp bảo tăng lương nhưng tháng này vẫn như tháng trước',
  'Thằng nhỏ nhà bên hát karaoke từ sáng đến tối khuya',
  'Điện thoại còn hai phần trăm pin mà quên mang sạc',
  'Bài tập về nhà nhiều hơn cả thời gian để thở',
  'Đặt đồ ăn xong mới nhớ trong tủ lạnh còn nồi thịt kho',
  'Ai cũng có người yêu chỉ mình tôi có cái quạt hỏng',
  'Mới mở máy lên làm việc đã thấy buồn ngủ lắm rồi',
  'Chị hàng xóm hỏi bao giờ cháu mới chịu lập gia đình',
  'Trời nắng bốn mươi độ mà xe buýt lại hết máy lạnh',
  'Con chó nhìn tôi ăn bánh bằng ánh mắt đầy hy vọng',
  'Học bài cả đêm nhưng vào phòng thi quên sạch sẽ',
  'Nhóm có năm người mà chỉ một đứa làm hết mọi việc',
  'Tưởng thứ bảy hóa ra mới là thứ tư thôi các bạn ạ',
  'Gửi nhầm tin nhắn nói xấu sếp vào nhóm của công ty',
  'Uống cà phê để tỉnh táo rồi thức luôn đến sáng mai',
  'Bố dạy lái xe đúng một buổi là cả nhà cãi nhau',
  'Xem một tập phim thôi rồi ngủ và đây là tập thứ mười',
  'Vừa lau nhà xong thì cơn mưa rào kéo tới ngập sân',
  'Khách hàng muốn sửa thêm một chút nữa vào lúc nửa đêm',
  'Cô giáo gọi đúng tên mình khi mình đang ngáp dài',
  'Mua vé số hoài mà chưa trúng nổi một lần an ủi',
  'Bà nội gắp cho tôi miếng đùi gà to nhất trên mâm',
  'Đi siêu thị mua mỗi chai nước mắm mà hết cả triệu',
  'Lướt mạng ba tiếng rồi than không có thời gian đọc sách',
  'Tủ đầy quần áo nhưng lúc nào cũng chẳng có gì để mặc',
  'Máy tính cập nhật đúng lúc sắp nộp bài thuyết trình',
  'Người ta đi du lịch còn tôi đi làm thêm cuối tuần',
]
const ENGLISH = [
  'I said I would sleep early but this video has nine more parts',
  'My plants are dying and honestly they set the mood for the room',
  'She asked for one bite and then finished my entire burger',
  'The neighbors bought drums for their kid right before my holiday',
  'Nobody warned me that adult life is mostly washing the same spoon',
  'He opened the fridge five times hoping for different results',
  'Just five more minutes turned into two hours and a missed train',
  'Our group project has four members and exactly one working brain',
  'Doctor said drink more water so here is another iced coffee',
  'I cleaned my desk and now I cannot find anything important',
  'The dentist asks questions while both hands are inside my mouth',
  'Paid for the gym all year and went there to use the toilet',
  'My password was wrong so I reset it to the same old one',
  'When the waiter says enjoy your meal and you reply you too',
  'That moment when you wave back at someone behind you',
  'Grandpa discovered memes and now the family chat never sleeps',
  'I have a meeting about why we have so many meetings',
  'The recipe said ten minutes but forgot about peeling garlic',
  'Your package was delivered to a place you have never heard of',
  'Me explaining to my mother why the computer is slow again',
  'Left my umbrella at home because the forecast promised sunshine',
  'Thought I was sick but it was only Monday morning again',
  'The cat knocked over a glass and looked me straight in the eye',
  'Trying to look busy until the boss walks past my chair',
  'Every time I clean the kitchen somebody starts to cook',
  'Turns out the strange noise in the car was very expensive',
  'I bought a bigger bag and now I carry even more nonsense',
  'They changed the menu and removed the only thing I liked',
  'The printer knows when you are in a hurry and jams itself',
  'We spent an hour choosing a film and fell asleep at once',
]

export type Language = 'vi' | 'en'
const LISTS: Record<Language, readonly string[]> = { vi: VIETNAMESE, en: ENGLISH }
const SEEN_SHARE = 2 / 3

/** Sentences to draw. Sentences of the unseen sets appear in no other set. */
export function sentencesOf(language: Language, isUnseen: boolean): readonly string[] {
  const list = LISTS[language]
  const cut = Math.round(list.length * SEEN_SHARE)
  return isUnseen ? list.slice(cut) : list.slice(0, cut)
}
