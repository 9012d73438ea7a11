import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.AbstractMongoBackend;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.h2.mvstore.MVStore;

/** mongo-java-server on loopback: {@code MongoJavaServer PORT [H2FILE]}; in memory without a file. */
public class MongoJavaServer {
  /** What the server says it is: drivers of today refuse wire versions below 8. */
  private static final MongoVersion VERSION = new MongoVersion() {
    public List<Integer> getVersionArray() { return List.of(5, 0, 0); }

    public int getWireVersion() { return 13; }
  };

  public static void main(String[] arguments) throws Exception {
    AbstractMongoBackend backend = arguments.length > 1 ? new CommittedBackend(arguments[1]) : new ForgetfulBackend();
    backend.version(VERSION);
    backend.enableOplog();
    MongoServer server = new MongoServer(backend);
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    server.bind("127.0.0.1", Integer.parseInt(arguments[0]));
    System.out.println("listening");
    Thread.currentThread().join();
  }

  /**
   * The answer as it was at its moment, as MongoDB's is. The server's own holds the stored documents themselves: what changes them
   * before they are sent would show, and two increments might both be told the second sum.
   */
  private static synchronized Document snapshot(Supplier<Document> answer) {
    return answer.get().cloneDeeply();
  }

  private static final class ForgetfulBackend extends MemoryBackend {
    @Override
    public Document handleMessage(MongoMessage message) {
      return snapshot(() -> super.handleMessage(message));
    }
  }

  /** Writes to its file before it answers, and not between two halves of a command: what was acknowledged survives SIGKILL. */
  private static final class CommittedBackend extends H2Backend {
    /** Held together by commands, and alone by a commit. */
    private final ReadWriteLock gate = new ReentrantReadWriteLock();

    CommittedBackend(String file) {
      super(new MVStore.Builder().fileName(file).open());
      // Space of what is out of date is used again at once, or the file would grow with each write. Keeping it would help only
      // against a loss of power.
      getMvStore().setRetentionTime(0);
    }

    @Override
    public Document handleMessage(MongoMessage message) {
      gate.readLock().lock();
      try {
        return snapshot(() -> super.handleMessage(message));
      } finally {
        gate.readLock().unlock();
        save();
      }
    }

    private void save() {
      if (!getMvStore().hasUnsavedChanges()) return;
      gate.writeLock().lock();
      try {
        commit();
      } finally {
        gate.writeLock().unlock();
      }
    }
  }
}
