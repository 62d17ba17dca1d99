// Captions that differ in one tone only; each line is a set of three.
const sets = (lines: string[]) => lines.flatMap((line) => line.split('|'))

/** Looked at while the ranking was made. */
export const LOOKED_AT: readonly string[] = sets([
  'CON MÈO NGỦ TRÊN BÀN|CON MẸO NGỦ TRÊN BÀN|CON MÉO NGỦ TRÊN BÀN',
  'NGƯỜI BẠN CŨ CỦA TÔI|NGƯỜI BÁN CŨ CỦA TÔI|NGƯỜI BÀN CŨ CỦA TÔI',
  'MẸ HỎI VỀ CÁI MÁ|MẸ HỎI VỀ CÁI MẢ|MẸ HỎI VỀ CÁI MẠ',
  'MUA MỘT CON CÁ|MUA MỘT CON CÀ|MUA MỘT CON CẢ',
  'NHÀ CÓ BA QUẢ DỪA|NHÀ CÓ BÀ QUẢ DỨA|NHÀ CÓ BÁ QUẢ DƯA',
  'ĐI HỌC LỚP HỌA|ĐI HỌC LỚP HOA|ĐI HỌC LỚP HÓA',
  'HÔM NAY TRỜI LẠNH|HÔM NAY TRỜI LÀNH|HÔM NAY TRỜI LÁNH',
  'SẾP NÓI CHUYỆN TIỀN|SẾP NÓI CHUYỆN TIÊN|SẾP NÓI CHUYỆN TIẾN',
  'CHÚ TÔI TỚI RỒI|CHỦ TÔI TỚI RỒI|CHỮ TÔI TỚI RỒI',
  'ĂN BÁNH CẢ TUẦN|ĂN BÀNH CẢ TUẦN|ĂN BẢNH CẢ TUẦN',
  'VUI VẺ QUÁ ĐI|VUI VẺ QUẢ ĐI|VUI VẺ QUÀ ĐI',
  'TỐI NAY XEM LẠI|TÔI NAY XEM LẠI|TỘI NAY XEM LẠI',
])

/** Made when the ranking stood; only their figures were looked at. */
export const UNSEEN: readonly string[] = sets([
  'CÔ GIÁO DẠY TOÁN|CÔ GIÁO DẠY TOÀN|CÔ GIÁO DẠY TOẢN',
  'ANH LÁI XE TẢI|ANH LÁI XE TÀI|ANH LÁI XE TÁI',
  'EM ĐANG Ở NHÀ|EM ĐANG Ở NHẢ|EM ĐANG Ở NHÁ',
  'BỐ CẦM CÂY SÚNG|BỐ CẦM CÂY SUNG|BỐ CẦM CÂY SÙNG',
  'CUỐI TUẦN ĐI CHỢ|CUỐI TUẦN ĐI CHỜ|CUỐI TUẦN ĐI CHỚ',
  'SÁNG NAY TRỜI MƯA|SÁNG NAY TRỜI MỨA|SÁNG NAY TRỜI MỪA',
  'CON CHÓ RẤT LỚN|CON CHO RẤT LỚN|CON CHÒ RẤT LỚN',
  'LÀM VIỆC CẢ NGÀY|LÀM VIỆC CÁ NGÀY|LÀM VIỆC CÀ NGÀY',
  'UỐNG LY TRÀ ĐÁ|UỐNG LY TRẢ ĐÁ|UỐNG LY TRÁ ĐÁ',
  'THẦY GỌI LÊN BẢNG|THẦY GỌI LÊN BÁNG|THẦY GỌI LÊN BÀNG',
  'HỌ NÓI LỜI HỨA|HỌ NÓI LỜI HƯA|HỌ NÓI LỜI HỪA',
  'TIỀN LƯƠNG ĐÃ VỀ|TIỀN LƯỜNG ĐÃ VỀ|TIỀN LƯỢNG ĐÃ VỀ',
])
