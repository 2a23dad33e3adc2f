// Owns the choice of the Chinese names of towns: simplified characters, from GeoNames' alternate names as libgeonames-common carries them.

/// Chinese names by GeoNames number.
struct ChineseNames {
  private var names: [String: String] = [:]

  /// - Parameter catalogs: message catalogs whose messages are GeoNames numbers; a later one's names are preferred.
  init(catalogs: [MessageCatalog]) {
    for catalog in catalogs {
      for (number, name) in catalog.texts {
        guard let name = Self.simplified(name) else { continue }
        names[number] = name
      }
    }
  }

  /// The name of the town with a number; `nil` where none is known. East Asian towns go without the word for town (拉萨市, 首尔特别市),
  /// as people say them; elsewhere it tells a town from its country (危地马拉市).
  func name(_ number: String, country: String) -> String? {
    guard let name = names[number], ["CN", "JP", "KP", "KR", "TW"].contains(country) else { return names[number] }
    for word in ["特别市", "广域市", "市"] where name.hasSuffix(word) && name.count >= word.count + 2 { return String(name.dropLast(word.count)) }
    return name
  }

  /// A name in simplified characters; `nil` for one that is not Chinese (the catalogs hold romanisations too).
  static func simplified(_ name: String) -> String? {
    var text = ""
    for scalar in name.unicodeScalars {
      guard ("\u{4E00}"..."\u{9FFF}").contains(scalar) || scalar == "-" || scalar == "·" else { return nil }
      text.unicodeScalars.append(simple[scalar] ?? scalar)
    }
    return text.isEmpty || text.utf8.count > 255 ? nil : misspelt[text] ?? text
  }

  /// Names that the catalogs spell wrongly: 沈 became 沉, which it is a form of elsewhere.
  private static let misspelt = ["沉阳": "沈阳"]

  /// The simplified form of each traditional character that the catalogs' names of towns hold, by the tables of China's standard.
  private static let simple = Dictionary(uniqueKeysWithValues: zip(traditional.unicodeScalars, simplifiedForms.unicodeScalars))

  private static let traditional =
    "爾羅亞馬維納奧諾薩聖萊達庫魯烏蘭貝內韋圖茲盧頓倫蘇約謝區凱澤濟傑蓋別鎮齊寧溫熱漢"
    + "岡錫費萬華賓賈靈揚東紹紐喬龍訥歐邁島緬瑪麗賽門宮徹勞橋賴葉軍麥長連濱欽將舊湯興豐"
    + "歷園開廣灘寶樹灣貢龐間館戶條遜臘農鐵滿國賀塚見倉飯楊臺紅呂櫚學孫愛縣樂楓順發敘鄧"
    + "雲堯諫義聶須魚鳥邊靜龜勝勢蘆來許會贊莊強鮑聯總統覺黃營積貴嶺錦銀鴿叢蕭謨劍畢曉饒"
    + "禮檳瓏裡鄔闍齋設結橫燒鶴鈴諏訪鹽澀瀨櫻護俁吳諸掛駒綾藝沖繩狹遠陸帶釧歲唄網濃論聞"
    + "慶陽晉詩綠瓊礦訶韃車欖數蓮徳塢啟堅峽崗場線綏歸峴"
  private static let simplifiedForms =
    "尔罗亚马维纳奥诺萨圣莱达库鲁乌兰贝内韦图兹卢顿伦苏约谢区凯泽济杰盖别镇齐宁温热汉"
    + "冈锡费万华宾贾灵扬东绍纽乔龙讷欧迈岛缅玛丽赛门宫彻劳桥赖叶军麦长连滨钦将旧汤兴丰"
    + "历园开广滩宝树湾贡庞间馆户条逊腊农铁满国贺冢见仓饭杨台红吕榈学孙爱县乐枫顺发叙邓"
    + "云尧谏义聂须鱼鸟边静龟胜势芦来许会赞庄强鲍联总统觉黄营积贵岭锦银鸽丛萧谟剑毕晓饶"
    + "礼槟珑里邬阇斋设结横烧鹤铃诹访盐涩濑樱护俣吴诸挂驹绫艺冲绳狭远陆带钏岁呗网浓论闻"
    + "庆阳晋诗绿琼矿诃鞑车榄数莲德坞启坚峡岗场线绥归岘"
}
